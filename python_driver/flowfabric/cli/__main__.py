"""python -m flowfabric.cli"""

import sys

from . import main

sys.exit(main())
