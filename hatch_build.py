"""Build hook: the wheel (and the editable install) carries the SQL of this very source tree."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        runpy.run_path(str(Path(self.root, "tools/build.py")))["build"]()
