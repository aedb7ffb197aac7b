"""Template workbook, refresher, report and the command line over them."""
