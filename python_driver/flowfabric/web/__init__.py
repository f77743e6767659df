"""The pages: what happens in an installation, what is wrong, and forms to repair it.

`flowfabric web` runs them; `make_app` is the ASGI application, for servers of your own. They need
`pip install 'flowfabric[web]'`.
"""

from .app import make_app, serve
from .settings import Settings, SettingsError

__all__ = ["Settings", "SettingsError", "make_app", "serve"]
