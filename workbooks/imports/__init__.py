"""Price exports of akshare, tushare, Wind, iFinD and others: read, understood, put into 行情."""

from workbooks.imports.prices import Prices, read_prices

__all__ = ["Prices", "read_prices"]
