"""Web pages of an installation: its trouble, lists, graphs, and forms for operators.

`flowfabric web` runs them; `make_app` is the ASGI application, for servers of your own. They need
`pip install 'flowfabric[web]'`.
"""

from .app import make_app, serve
from .settings import Settings, SettingsError

__all__ = ["Settings", "SettingsError", "make_app", "serve"]
