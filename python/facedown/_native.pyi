"""The compiled half of the package, for its own modules; users call those."""

from types import CapsuleType
from typing import Final

import numpy as np
import numpy.typing as npt
