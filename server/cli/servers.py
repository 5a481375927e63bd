"""The commands that serve: MCP over stdio, and MCP and pages over HTTP."""

from pathlib import Path

import click

from server.library import Library


@click.command()
@click.option(
    "--set-up",
    "first",
    flag_value="set-up",
    help="Where there is no index yet, fetch the catalogue and build one while serving, instead of ending with status 3.",
)
def mcp(first: str | None) -> int:
    """Serve MCP over standard input and output, for an assistant on this machine."""
    from server.lending import LendingDesk  # imported late: look-ups must not pay for the servers
    from server.stdio import serve_stdio, set_up_meanwhile

    desk = LendingDesk()
    if first is not None:
        set_up_meanwhile(desk)
    else:
        with desk.lend():
            pass
    serve_stdio(desk)
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
@click.option(
    "--trust-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Address or network of a proxy whose X-Forwarded-For names the client (repeat for several).",
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="Processes that answer.")
@click.option(
    "--rate",
    type=click.IntRange(0, 1_000_000),
    default=60,
    show_default=True,
    metavar="N",
    help="Requests a minute that a client may make; 0 for any number.",
)
@click.option(
    "--burst",
    type=click.IntRange(1, 1_000_000),
    default=30,
    show_default=True,
    metavar="N",
    help="Requests that a client may make at once after a pause.",
)
@click.option("--redis", metavar="URL", help="Redis in which all processes count the requests of a client together.")
@click.option(
    "--tokens",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Answer only requests with a token of this file, a line NAME TOKEN each.",
)
@click.option(
    "--replays",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Boards that a process replays at once  [default: one for each processor, two at least]",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.1, 600),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a replay may take.",
)
@click.option(
    "--log",
    type=click.Choice(["none", "json"]),
    default="none",
    show_default=True,
    help="A line on standard error for every request, never with what was asked.",
)
def serve(
    host: str,
    port: int,
    allowed_hosts: tuple[str, ...],
    trusted_proxies: tuple[str, ...],
    workers: int,
    rate: int,
    burst: int,
    redis: str | None,
    tokens: Path | None,
    replays: int | None,
    timeout: float,
    log: str,
) -> int:
    """Serve the web page on /, MCP on /mcp (Streamable HTTP), /healthz and /metrics.

    An index that is built meanwhile is answered from without a restart. Each option can also be set in the environment,
    such as LOREGUIDE_SERVE_PORT.
    """
    from server.service import Bounds  # imported late: look-ups must not pay for the servers
    from server.web.serving import serve_http
    from server.web.settings import JournalForm, Rate, ServeSettings

    library = Library()
    library.index.status()
    library.close()
    serve_http(
        ServeSettings(
            host=host,
            port=port,
            allowed_hosts=allowed_hosts,
            trusted_proxies=trusted_proxies,
            workers=workers,
            rate=Rate(rate, burst),
            redis=redis,
            token_file=tokens,
            journal=JournalForm(log),
            bounds=Bounds(seconds=timeout) if replays is None else Bounds(replays=replays, seconds=timeout),
        )
    )
    return 0
