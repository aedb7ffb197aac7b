"""Reading a package: what is not a workbook, or is damaged, is refused in one clear line."""

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

OLE_MAGIC: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LARGEST: Final = 2 << 30
_SPREADSHEETS: Final = (
    "sheet.main+xml",
    "sheet.macroenabled.main+xml",
    "template.main+xml",
    "template.macroenabled.main+xml",
)


class PackageError(Exception):
    """A workbook that cannot be read or written, in one line, Chinese first."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(f"{zh} / {en}")
        self.zh = zh
        self.en = en

    def about(self, path: Path) -> "PackageError":
        """The same failure, naming the workbook."""
        return PackageError(f"{path}：{self.zh}", self.en)


def contents(path: Path) -> bytes:
    """The bytes of a file."""
    if path.is_dir():
        raise PackageError(f"{path} 是文件夹", f"{path} is a folder")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PackageError(f"找不到文件 {path}", f"no such file: {path}") from None
    except OSError as failure:
        raise PackageError(
            f"无法读取 {path}（{failure.strerror}）", f"cannot read {path} ({failure.strerror})"
        ) from None


def unpacked(data: bytes) -> tuple[list[zipfile.ZipInfo], bytes, dict[str, bytes]]:
    """Entries, comment and parts of a package, every part checked against its checksum."""
    _check_magic(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_entries(infos)
            parts = {i.filename: archive.read(i) for i in infos if not i.is_dir()}
            return infos, archive.comment, parts
    except PackageError:
        raise
    except Exception as failure:  # zipfile raises many kinds (zlib, struct, EOF) on damage
        raise PackageError("文件已损坏或不完整", "the file is damaged or truncated") from failure


def _check_magic(data: bytes) -> None:
    if data.startswith(OLE_MAGIC):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise PackageError(
                "文件已加密，请先去掉密码", "the file is encrypted: remove its password first"
            )
        raise PackageError(
            "是旧版 .xls 文件，请另存为 .xlsx", "an old .xls file: save it as .xlsx first"
        )
    if not data.startswith(b"PK"):
        raise not_a_workbook("不是 zip 压缩包", "not a zip package")


def _check_entries(infos: Iterable[zipfile.ZipInfo]) -> None:
    seen: set[str] = set()
    size = 0
    for info in infos:
        if info.flag_bits & 1:
            raise PackageError("文件已加密", "the file is encrypted")
        if info.filename.casefold() in seen:
            raise PackageError(
                f"文件已损坏：部件 {info.filename} 重复",
                f"the file is damaged: part {info.filename} stands twice",
            )
        seen.add(info.filename.casefold())
        size += info.file_size
    if size > LARGEST:
        raise PackageError("解压后超过 2 GB", "larger than 2 GB when unpacked")


def check_kind(content_type: str) -> None:
    """Refuse what is no workbook by its content type."""
    if "wordprocessingml" in content_type:
        raise not_a_workbook("这是 Word 文档", "this is a Word document")
    if "presentationml" in content_type:
        raise not_a_workbook("这是 PowerPoint 文稿", "this is a PowerPoint presentation")
    if "sheet.binary" in content_type:
        raise PackageError(
            "是 .xlsb 文件，请另存为 .xlsx", "a binary .xlsb file: save it as .xlsx first"
        )
    if not content_type.endswith(_SPREADSHEETS):
        raise not_a_workbook("压缩包里没有工作簿", "the zip holds no workbook")


def not_a_workbook(zh: str, en: str) -> PackageError:
    """The error of a package that holds something else."""
    return PackageError(f"不是 Excel 工作簿（{zh}）", f"not an Excel workbook ({en})")
