"""What is installed into a spreadsheet program."""
