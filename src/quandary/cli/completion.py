"""`quandary completion SHELL`"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from quandary.cli.output import print_result

VARIABLE = "_QUANDARY_COMPLETE"


@click.command(
    "completion",
    epilog='\b\nExamples:\n  eval "$(quandary completion bash)"\n  quandary completion fish | source',
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the script that completes commands, games and options in your shell."""
    completion = get_completion_class(shell)
    assert completion is not None
    print_result(completion(context.find_root().command, {}, "quandary", VARIABLE).source())
    return 0
