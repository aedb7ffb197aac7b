"""Which security of an export is read."""

from workbooks.imports.securities import code, codes_in
from workbooks.imports.spellings import plain
from workbooks.imports.tables import Table
from workbooks.opening import PackageError

SHOWN = 10
Names = dict[str, str]  # of securities, by code


def security(table: Table, wanted: str | None) -> tuple[str, str]:
    """Its code and name, "" where unknown; with several in the table, `wanted` is needed."""
    asked = code(wanted) if wanted else ""
    if wanted and not asked:
        raise PackageError(f"--code {wanted} 不是证券代码", f"--code {wanted} is no code")
    found = _listed(table) or dict.fromkeys(codes_in(table.titles)[:1], "")
    if asked and asked not in found:
        raise PackageError(
            f"没有代码为 {asked} 的行（有：{_shown(found) or '无代码列'}）",
            f"no rows of {asked} (there are: {', '.join(found) or 'no codes'})",
        )
    if len(found) > 1 and not asked:
        raise PackageError(
            f"有 {len(found)} 只证券，请用 --code 选一只：{_shown(found)}",
            f"{len(found)} securities, choose one with --code: {', '.join([*found][:SHOWN])}",
        )
    chosen = asked or next(iter(found), "")
    return chosen, found.get(chosen, "")


def _listed(table: Table) -> Names:
    """The securities of the code column."""
    found: Names = {}
    for row in table.rows[table.first :]:
        its = code(table.cell(row, "code"))
        if its and not found.get(its):
            found[its] = plain(table.cell(row, "name"))
    return found


def _shown(found: Names) -> str:
    listed = [f"{c} {name}".strip() for c, name in found.items()]
    return "、".join(listed[:SHOWN]) + ("……" if len(listed) > SHOWN else "")
