"""`flowfabric demo`: the engine at work, with a crash and a zombie, in about 20 seconds.

`story` runs it and checks every sentence it says, `worker` is the program that it starts several
times and kills once, `screen` shows it.
"""

from .story import run

__all__ = ["run"]
