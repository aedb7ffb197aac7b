"""The pages of the report, one module to a page; `add(report, book)` writes one."""
