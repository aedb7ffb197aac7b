"""Rules of profit distribution, one module to a part of the plan."""
