"""Opening and writing packages: every way it can fail is one clear line, the source untouched."""

import io
import os
import zipfile
from pathlib import Path

import openpyxl
import pytest
from refresh_helpers import StandIn, book_of, parts, repacked

from workbooks.files import write_atomically
from workbooks.package import Package, PackageError
from workbooks.refresh import refresh_bytes, refresh_file

GOOD = book_of({"A1": 2, "B1": "=CB_DOUBLE(A1)"})
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def with_type(old: bytes, new: bytes) -> bytes:
    types = parts(GOOD)["[Content_Types].xml"]
    assert old in types
    return repacked(GOOD, {"[Content_Types].xml": types.replace(old, new)})


def without(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for part, content in parts(GOOD).items():
            if part != name:
                archive.writestr(part, content)
    return out.getvalue()


def twice(name: str) -> bytes:
    out = io.BytesIO(GOOD)
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(name, b"<again/>")
    return out.getvalue()


def with_a_flipped_byte() -> bytes:
    with zipfile.ZipFile(io.BytesIO(GOOD)) as archive:
        at = archive.getinfo("xl/worksheets/sheet1.xml").header_offset + 80
    return GOOD[:at] + bytes([GOOD[at] ^ 255]) + GOOD[at + 1 :]


MAIN_TYPE = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
BROKEN = {
    "empty": (b"", "不是 zip"),
    "text": ("日期,收盘\n".encode(), "不是 zip"),
    "encrypted": (OLE + "EncryptedPackage".encode("utf-16-le"), "已加密"),
    "old xls": (OLE + "Workbook".encode("utf-16-le"), "旧版 .xls"),
    "truncated": (GOOD[: len(GOOD) // 2], "损坏或不完整"),
    "flipped byte": (with_a_flipped_byte(), "损坏或不完整"),
    "duplicate part": (twice("xl/workbook.xml"), "重复"),
    "word": (
        with_type(MAIN_TYPE, b"application/vnd.openxmlformats-officedocument.wordprocessingml"
                  b".document.main+xml"), "Word",
    ),
    "binary": (with_type(MAIN_TYPE, b"application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
               ".xlsb"),
    "any zip": (without("[Content_Types].xml"), "没有工作簿"),
    "missing sheet": (without("xl/worksheets/sheet1.xml"), "缺少部件"),
    "bad xml": (repacked(GOOD, {"xl/workbook.xml": b"<workbook"}), "不是有效的 XML"),
    "entity": (
        repacked(GOOD, {"xl/workbook.xml": b'<!DOCTYPE x [<!ENTITY a "b">]><workbook/>'}), "DTD",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_a_bad_package_is_one_line_in_both_languages(kind: str):
    data, said = BROKEN[kind]
    with pytest.raises(PackageError) as caught:
        refresh_bytes(data, StandIn)
    line = str(caught.value)
    assert said in caught.value.zh
    assert line == f"{caught.value.zh} / {caught.value.en}"
    assert "\n" not in line
    assert caught.value.en.isascii()


@pytest.mark.parametrize("kind", BROKEN)
def test_a_bad_package_leaves_the_source_and_the_folder_as_they_were(kind: str, tmp_path: Path):
    source = tmp_path / "坏.xlsx"
    source.write_bytes(BROKEN[kind][0])
    with pytest.raises(PackageError, match=r"坏\.xlsx：.+ / .+"):
        refresh_file(source, tmp_path / "新.xlsx", StandIn)
    assert [p.name for p in tmp_path.iterdir()] == ["坏.xlsx"]
    assert source.read_bytes() == BROKEN[kind][0]


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path):
    with pytest.raises(PackageError, match=r"找不到文件 .*无\.xlsx / no such file"):
        refresh_file(tmp_path / "无.xlsx", tmp_path / "b.xlsx", StandIn)
    with pytest.raises(PackageError, match="是文件夹"):
        Package.from_path(tmp_path)


@pytest.mark.parametrize("lock", ["~$目标.xlsx", ".~lock.目标.xlsx#"])
def test_a_target_open_in_a_spreadsheet_is_refused(lock: str, tmp_path: Path):
    source, target = tmp_path / "源.xlsx", tmp_path / "目标.xlsx"
    source.write_bytes(GOOD)
    target.write_bytes(b"old")
    (tmp_path / lock).touch()
    with pytest.raises(PackageError, match="打开"):
        refresh_file(source, target, StandIn)
    assert target.read_bytes() == b"old"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["源.xlsx", "目标.xlsx", lock])


def test_a_folder_as_target_and_a_missing_folder_are_refused(tmp_path: Path):
    source = tmp_path / "源.xlsx"
    source.write_bytes(GOOD)
    (tmp_path / "夹.xlsx").mkdir()
    for target in (tmp_path / "夹.xlsx", tmp_path / "没有" / "b.xlsx"):
        with pytest.raises(PackageError, match="无法写入"):
            refresh_file(source, target, StandIn)
    assert source.read_bytes() == GOOD


def test_a_failing_write_keeps_the_old_file_and_leaves_no_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    target = tmp_path / "目标.xlsx"
    target.write_bytes(b"old")

    def locked(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", locked)
    with pytest.raises(PackageError, match="Permission denied"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["目标.xlsx"]


def test_an_interrupted_write_leaves_no_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "目标.xlsx", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_file_may_be_refreshed_in_place_and_keeps_its_mode(tmp_path: Path):
    book = tmp_path / "原位.xlsx"
    book.write_bytes(GOOD)
    book.chmod(0o640)
    result = refresh_file(book, book, StandIn)
    assert book.read_bytes() == result.data
    assert book.stat().st_mode & 0o777 == 0o640
    written = book.stat().st_mtime_ns
    assert refresh_file(book, book, StandIn).changed == []
    assert book.stat().st_mtime_ns == written


def test_a_link_is_followed_not_replaced(tmp_path: Path):
    real, link = tmp_path / "真.xlsx", tmp_path / "链.xlsx"
    real.write_bytes(GOOD)
    link.symlink_to(real)
    refresh_file(link, link, StandIn)
    assert link.is_symlink()
    assert real.read_bytes() != GOOD


def test_entries_keep_their_order_times_and_compression():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.comment = "备注".encode()
        for number, (name, content) in enumerate(reversed(parts(GOOD).items())):
            info = zipfile.ZipInfo(name, (2021, 7, 23, 10, number, 0))
            how = zipfile.ZIP_STORED if number % 2 else zipfile.ZIP_DEFLATED
            archive.writestr(info, content, how)
    result = refresh_bytes(out.getvalue(), StandIn).data
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(io.BytesIO(result)) as new:
        assert new.comment == old.comment
        told = [(i.filename, i.date_time, i.compress_type) for i in old.infolist()]
        assert [(i.filename, i.date_time, i.compress_type) for i in new.infolist()] == told
    assert result != out.getvalue()


def test_sheets_tables_and_names_are_found():
    book = openpyxl.Workbook()
    first = book.active
    first.title = "行情"
    for column, name in enumerate(("日期", "收盘"), 1):
        first.cell(2, column, name)
    first.add_table(openpyxl.worksheet.table.Table(displayName="表1", ref="A2:B5"))
    book.create_chartsheet("图")
    book.create_sheet("末页")
    out = io.BytesIO()
    book.save(out)
    package = Package(out.getvalue())
    assert [s.name for s in package.sheets] == ["行情", "末页"]
    (table,) = package.tables
    assert (table.name, table.sheet, table.columns) == ("表1", "行情", ("日期", "收盘"))
    assert (table.top, table.left, table.bottom, table.right) == (2, 1, 5, 2)
    assert not package.date1904
