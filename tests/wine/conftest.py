"""Lets the tests here import their helpers; the program for Windows is not imported here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
collect_ignore = ["excel_side.py"]
