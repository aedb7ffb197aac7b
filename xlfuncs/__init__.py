"""The clauses of Chinese convertible bonds and dividend policies as functions."""
