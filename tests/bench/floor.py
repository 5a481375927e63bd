"""Serve one trivial tool with the SDK alone: what no server of ours can be faster than.

python tests/bench/floor.py PORT
"""

import sys

import uvicorn
from mcp.server import MCPServer

server: MCPServer[None] = MCPServer("floor", log_level="ERROR")


@server.tool()
def get_rule(ref: str) -> str:
    """Give the text back."""
    return ref


if __name__ == "__main__":
    application = server.streamable_http_app(stateless_http=True, json_response=True)
    uvicorn.run(application, port=int(sys.argv[1]), log_level="error", access_log=False)
