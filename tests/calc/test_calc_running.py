"""An office that runs in the user's profile is looked at; nothing is changed under it."""

from pathlib import Path

import pytest
from golden_book import book

from addin.libreoffice import findings, install, uninstall
from workbooks.office.process import Office
from workbooks.office.profile import copied
from workbooks.opening import PackageError


def test_nothing_is_installed_or_removed_while_it_runs(profile: Path, tmp_path: Path) -> None:
    own = copied(profile, tmp_path / "profile")
    with Office(own) as office:
        for change in (install, uninstall):
            with pytest.raises(PackageError, match=r"请先关闭 LibreOffice.*\.lock"):
                change(own)
        assert [finding.ok for finding in findings(own)] == [True] * 4
        assert office.to_pdf(book([])).startswith(b"%PDF")  # it still runs
    assert "删除扩展" in uninstall(own)[0]
