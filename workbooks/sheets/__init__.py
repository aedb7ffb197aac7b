"""The sheets of the template, one module to a sheet; `add(book, inputs)` puts one in place."""
