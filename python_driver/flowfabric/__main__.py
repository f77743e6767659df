"""python -m flowfabric"""

import sys

from .cli import main

sys.exit(main())
