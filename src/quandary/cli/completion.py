"""`quandary completion SHELL`"""

from __future__ import annotations

import os

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from quandary.cli.output import print_result

VARIABLE = "_QUANDARY_COMPLETE"

# A line for each offer: its kind, the word and what it means, with tabs between them. Files are PowerShell's to find.
_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $line, $cursor)
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = $line.ToString()
    $env:COMP_CWORD = $word
    try {
        %(prog_name)s | ForEach-Object {
            $kind, $value, $help = $_ -split "`t", 3
            if ($kind -eq "plain") {
                if (-not $help) { $help = $value }
                [System.Management.Automation.CompletionResult]::new($value, $value, "ParameterValue", $help)
            } else {
                [System.Management.Automation.CompletionCompleters]::CompleteFilename($word)
            }
        }
    } finally {
        Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_CWORD
    }
}
"""


class PowerShellComplete(ShellComplete):
    """What click does for other shells, for PowerShell 5 and later."""

    name = "powershell"
    source_template = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        words = split_arg_string(os.environ["COMP_WORDS"])[1:]
        # An empty variable is none on Windows.
        begun = os.environ.get("COMP_CWORD", "")
        return (words[:-1] if begun and words[-1:] == [begun] else words), begun

    def format_completion(self, item: CompletionItem) -> str:
        return "\t".join([item.type, item.value, " ".join((item.help or "").split())])


def know_powershell() -> None:
    """Lets click answer PowerShell, too."""
    add_completion_class(PowerShellComplete)


@click.command(
    "completion",
    epilog='\b\nExamples:\n  eval "$(quandary completion bash)"\n'
    "  quandary completion fish | source\n"
    "  quandary completion powershell | Out-String | Invoke-Expression",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish", "powershell"]))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print the script that completes commands, games and options in your shell."""
    know_powershell()
    completion = get_completion_class(shell)
    assert completion is not None
    print_result(completion(context.find_root().command, {}, "quandary", VARIABLE).source())
    return 0
