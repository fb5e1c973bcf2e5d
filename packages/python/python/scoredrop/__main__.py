"""`python -m scoredrop` is the command `scoredrop`."""

from ._command_line import main

main()
