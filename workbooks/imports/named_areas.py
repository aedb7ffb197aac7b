"""Where the defined names of a workbook lie."""

from dataclasses import dataclass

from workbooks.named_places import place
from workbooks.package import Package, PackageError


@dataclass(frozen=True)
class Area:
    """A range of one sheet."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def span(self) -> range:
        return range(self.top, self.bottom + 1)


def area(reference: str) -> Area | None:
    """`'行情'!$A$5:$A$254`; None where it is no plain range."""
    try:
        sheet, cells = place(reference)
    except ValueError:
        return None
    return Area(sheet, *cells) if sheet else None


def named_area(package: Package, name: str) -> Area:
    """The range of a name every template has."""
    found = area(package.defined_names.get(name.casefold(), ""))
    if found is None or found.sheet not in (sheet.name for sheet in package.sheets):
        raise PackageError(
            f"工作簿缺少名称“{name}”，不是 xlfuncs 模板",
            f"the workbook has no name '{name}': it is no xlfuncs template",
        )
    return found
