"""The words arguments are made of: one meaning, one name, one unit everywhere."""
