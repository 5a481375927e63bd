"""The HTTP door: the web page, the operations as JSON, MCP and health, in one application."""
