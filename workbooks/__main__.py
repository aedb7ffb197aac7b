"""`python -m workbooks` is the command line, for those who know only where Python is."""

from workbooks.cli import main

if __name__ == "__main__":
    main()
