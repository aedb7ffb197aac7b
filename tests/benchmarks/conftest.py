"""Lets the benchmarks import each other; one needs QuantLib, which no test requires."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
collect_ignore = ["value_price_speed.py"]
