"""The roads from a spreadsheet program to a rule and back."""
