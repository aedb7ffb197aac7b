"""The office as a process: what it writes, and what becomes of it when something fails."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from calc_books import calculated, saved, written
from office_here import REQUIRED, need_office

from addin.libreoffice import add_to
from workbooks.office import process, program
from workbooks.office.process import Office
from workbooks.opening import PackageError

NOTHING = "#!/bin/sh\necho $$ >> {log}\nexit {code}\n"


def ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_pdf(office: Office) -> None:
    data = office.to_pdf(saved(written({"A1": "=CB_SHARES(10000,20.59)"})))
    assert data.startswith(b"%PDF-")


def test_what_is_no_workbook_is_refused_and_the_office_goes_on(office: Office) -> None:
    with pytest.raises(PackageError, match="LibreOffice 没能完成"):
        office.recalculated(b"PK\3\4 damaged")
    assert calculated(office, {"A1": "=CB_SHARES(10000,20.59)"})["A1"].value == 485


def test_both_processes_are_ended_and_no_other(tmp_path: Path) -> None:
    need_office()
    other = subprocess.Popen(["sleep", "60"])
    add_to(tmp_path / "profile")
    with Office(tmp_path / "profile") as office:
        pids = [running.pid for running in office._running]
        assert not any(map(ended, pids))
    assert all(map(ended, pids))
    assert other.poll() is None
    other.kill()
    other.wait()


def test_an_office_that_is_late_is_ended(tmp_path: Path) -> None:
    need_office()
    add_to(tmp_path / "profile")
    with Office(tmp_path / "profile", limit=0.2) as office:
        os.kill(office._running[0].pid, signal.SIGSTOP)
        with pytest.raises(PackageError, match=r"超过 0\.2 秒"):
            office.recalculated(saved(written({"A1": 1})))
    assert all(ended(running.pid) for running in office._running)


def test_an_office_that_ends_by_itself_is_told(tmp_path: Path) -> None:
    need_office()
    add_to(tmp_path / "profile")
    with Office(tmp_path / "profile") as office:
        office._running[0].kill()
        with pytest.raises(PackageError, match="没能完成"):
            office.recalculated(saved(written({"A1": 1})))


@pytest.mark.parametrize(("code", "starts"), [(81, 4), (1, 1)])
def test_a_fresh_profile_that_wants_another_start_gets_it(
    code: int, starts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, acted = tmp_path / "log", tmp_path / "soffice"
    acted.write_text(NOTHING.format(log=log, code=code))
    acted.chmod(0o755)
    bridge = tmp_path / "bridge"
    bridge.write_text("#!/bin/sh\nexec sleep 60\n")
    bridge.chmod(0o755)
    monkeypatch.setattr(process, "soffice", lambda: acted)
    monkeypatch.setattr(process, "python", lambda: str(bridge))
    with pytest.raises(PackageError, match="没能启动"):
        Office(tmp_path / "profile").__enter__()
    assert len(log.read_text().splitlines()) == starts


@pytest.mark.parametrize(
    ("required", "outcome"), [("1", pytest.fail.Exception), ("", pytest.skip.Exception)]
)
def test_a_missing_office_is_named_with_the_remedy(
    required: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program.shutil, "which", lambda _: None)
    monkeypatch.setenv(REQUIRED, required)
    with pytest.raises(outcome, match="sudo bash .ci/libreoffice"):
        need_office()
