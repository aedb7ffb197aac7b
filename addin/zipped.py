"""A zip package with the same bytes on every system that builds it."""

import io
import zipfile
from collections.abc import Mapping

from workbooks.package import NEW_PART_TIME


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """The parts in their order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, NEW_PART_TIME)
            info.create_system = 0
            archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()
