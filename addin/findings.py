"""One line about an installation: right or wrong, Chinese first."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """What was looked at, and what to do where it is wrong."""

    ok: bool
    zh: str
    en: str

    def __str__(self) -> str:
        return f"{'✓' if self.ok else '✗'} {self.zh} / {self.en}"


def right(zh: str, en: str) -> Finding:
    """As it should be."""
    return Finding(True, zh, en)


def wrong(zh: str, en: str) -> Finding:
    """To be mended, the remedy in the text."""
    return Finding(False, zh, en)
