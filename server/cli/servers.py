"""The commands that serve: MCP over stdio, and MCP and pages over HTTP."""

import click

from server.library import Library


@click.command()
def mcp() -> int:
    """Serve MCP over standard input and output, for an assistant on this machine."""
    from server.mcp import build_mcp_server  # imported late: look-ups must not pay for the servers

    library = Library()
    library.index.status()
    build_mcp_server(library).run("stdio")
    return 0


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8180, show_default=True, metavar="PORT", help="Port to listen on.")
@click.option(
    "--allow-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="A further name that requests may be addressed to (repeat for several); needed behind a proxy.",
)
def serve(host: str, port: int, allowed_hosts: tuple[str, ...]) -> int:
    """Serve the web page on /, MCP on /mcp (Streamable HTTP) and /healthz."""
    from server.web.serving import serve_http  # imported late: look-ups must not pay for the servers

    library = Library()
    library.index.status()
    serve_http(library, host, port, allowed_hosts)
    return 0
