"""The languages a report is written in."""

from enum import StrEnum


class Language(StrEnum):
    ZH = "zh"
    EN = "en"
