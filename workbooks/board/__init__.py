"""The market board: many bonds at once, one row each, and what happens to them next."""
