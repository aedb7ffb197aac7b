"""The command line: exit codes, one clear line for bad input, nothing half written."""

import zipfile
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner, Result

from workbooks.cli import app

FORMULA = "=CB_ADJUST_PRICE(12.44,0.16)"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(a) for a in arguments])


def book(path: Path, formula: str = FORMULA) -> Path:
    made = openpyxl.Workbook()
    made.active["A1"] = formula  # type: ignore[index]
    made.active.title = "测算"  # type: ignore[union-attr]
    path.parent.mkdir(parents=True, exist_ok=True)
    made.save(path)
    return path


def value(path: Path) -> object:
    return openpyxl.load_workbook(path, data_only=True)["测算"]["A1"].value


def files(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_refresh_in_place(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx")
    done = run("refresh", path)
    assert done.exit_code == 0, done.output
    assert value(path) == 12.28
    assert "测算" in done.output
    assert "12.28" in done.output
    before = path.read_bytes()
    again = run("refresh", path)
    assert again.exit_code == 0
    assert "改变 0" in again.output
    assert path.read_bytes() == before


def test_error_cells_are_exit_code_3_with_cell_and_reason(tmp_path: Path) -> None:
    done = run("refresh", book(tmp_path / "a.xlsx", "=CB_ADJUST_PRICE(12.44,20)"))
    assert done.exit_code == 3
    flat = done.output.replace("\n", "").replace(" ", "")
    for part in ("测算", "A1", "#NUM!", "转股价"):
        assert part in flat


def test_errors_are_shown_where_they_begin_and_all_of_them_on_request(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.append([0, "=CB_SHARES(10000,A1)", "=B1+1", "=C1+1"])
    sheet.append([0, "=CB_SHARES(10000,A2)", "=B2+1", "=C2+1"])
    sheet.append([-1, "=CB_SHARES(10000,A3)", "=B3+1", "=LENB(A1)"])
    made.save(tmp_path / "a.xlsx")
    done = run("refresh", tmp_path / "a.xlsx")
    assert done.exit_code == 3
    flat = done.output.replace("\n", "").replace(" ", "")
    table = flat[flat.index("错误单元格") :]
    assert "B1等2处" in table
    for part in ("B3", "另有5个单元格", "D3"):
        assert part in table
    assert "C1" not in table
    every = run("refresh", tmp_path / "a.xlsx", "--all").output
    assert all(f"{column}{row}" in every for column in "BC" for row in (1, 2, 3))
    assert "等 2 处" not in every


def test_a_folder_goes_to_another_with_its_shape(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    book(source / "a.xlsx")
    book(source / "深" / "b.xlsx", "=CB_SHARES(10000,20.59)")
    book(source / "~$a.xlsx")
    done = run("refresh", source, "-o", out)
    assert done.exit_code == 0, done.output
    assert files(out) == ["a.xlsx", str(Path("深") / "b.xlsx")]
    assert value(out / "深" / "b.xlsx") == 485
    assert value(source / "a.xlsx") is None  # the sources are as they were


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_bad_workbook_never_stops_the_rest(tmp_path: Path, jobs: int) -> None:
    good = [book(tmp_path / f"{name}.xlsx") for name in "ac"]
    bad = tmp_path / "b.xlsx"
    bad.write_bytes(b"no workbook")
    done = run("refresh", good[0], bad, good[1], "--jobs", jobs)
    assert done.exit_code == 1
    assert [value(path) for path in good] == [12.28, 12.28]
    assert bad.read_bytes() == b"no workbook"
    assert "完成 2" in done.output
    assert "失败 1" in done.output


def test_two_sources_of_one_name_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    first, second = book(tmp_path / "x" / "a.xlsx"), book(tmp_path / "y" / "a.xlsx")
    done = run("refresh", first, second, "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert "同一个文件" in done.output
    assert not (tmp_path / "out").exists()


def damaged(folder: Path, how: str) -> Path:
    path = book(folder / "a.xlsx")
    whole = path.read_bytes()
    if how == "missing":
        path.unlink()
    elif how == "text":
        path.write_text("日期,收盘\n", encoding="utf-8")
    elif how == "encrypted":
        path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(4096))
    elif how == "truncated":
        path.write_bytes(whole[: len(whole) // 2])
    elif how == "flipped":
        middle = len(whole) // 3
        path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :])
    elif how == "other zip":
        with zipfile.ZipFile(path, "w") as other:
            other.writestr("word/document.xml", "<x/>")
    elif how == "locked":
        (folder / "~$a.xlsx").write_bytes(b"lock")
    return path


@pytest.mark.parametrize(
    "how", ["missing", "text", "encrypted", "truncated", "flipped", "other zip", "locked"]
)
def test_bad_input_is_one_clear_line(tmp_path: Path, how: str) -> None:
    path = damaged(tmp_path, how)
    before = {p: (tmp_path / p).read_bytes() for p in files(tmp_path)}
    done = run("refresh", path)
    assert done.exit_code == 1
    lines = [line for line in done.output.splitlines() if line.startswith("失败")]
    assert len(lines) == 1
    assert "a.xlsx" in done.output.replace("\n", "")
    assert " / " in done.output
    assert "Traceback" not in done.output
    assert {p: (tmp_path / p).read_bytes() for p in files(tmp_path)} == before


def test_no_workbook_in_a_folder(tmp_path: Path) -> None:
    done = run("refresh", tmp_path)
    assert done.exit_code == 1
    assert "没有找到" in done.output


def test_functions_lists_and_explains() -> None:
    assert "CB_SHARES(face, price)" in run("functions").output
    one = run("functions", "cb_accrued")
    assert one.exit_code == 0
    for part in ("IA = B * i * t / 365", "票面总金额", "CB-19"):
        assert part in one.output
    assert "示例 example: =CB_ACCRUED(100, 0.01, 286, 4) → 0.7836" in one.output


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("cb_call", "相近的有 CB_CALL_DAYS、CB_CALL_DATE、CB_CALL_PRICE /"),
        ("CB_ACRUED", "相近的有 CB_ACCRUED、"),
        ("zzz", "没有函数 zzz / there is no function zzz"),
    ],
)
def test_an_unknown_function_brings_those_like_it(typed: str, told: str) -> None:
    unknown = run("functions", typed)
    assert unknown.exit_code == 1
    assert told in unknown.output


def test_template_report_and_blank(tmp_path: Path) -> None:
    out = tmp_path / "模板.xlsx"
    assert run("template", "-o", out).exit_code == 0
    unrefreshed = run("report", out, "-o", tmp_path / "报告.xlsx")
    assert unrefreshed.exit_code == 1
    assert "refresh" in unrefreshed.output
    assert run("refresh", out).exit_code == 0
    assert run("report", out, "-o", tmp_path / "报告.xlsx").exit_code == 0
    assert (tmp_path / "报告.xlsx").stat().st_size > 5000
    assert run("report", out, "-o", tmp_path / "en.xlsx", "--lang", "en").exit_code == 0
    assert openpyxl.load_workbook(tmp_path / "en.xlsx").sheetnames[0] == "Cover"
    assert run("report", out, "-o", tmp_path / "fr.xlsx", "--lang", "fr").exit_code == 2
    assert not (tmp_path / "fr.xlsx").exists()
    blank = tmp_path / "空白.xlsx"
    assert run("template", "-o", blank, "--blank").exit_code == 0
    assert run("refresh", blank).exit_code == 0  # an empty template shows no error


def test_a_template_of_packaged_terms_and_policies(tmp_path: Path) -> None:
    out = tmp_path / "book.xlsx"
    chosen = ("--terms", "113664", "--policy", "605090-2022", "--policy", "688567-2021")
    assert run("template", "-o", out, *chosen).exit_code == 0
    assert run("refresh", out).exit_code == 0
    for wrong, told in (
        (("--terms", "123456"), "没有名为“123456”的内置资料，可用：002911-2021、113664"),
        (("--policy", "x"), "605090-2022"),
        (("--terms", "113664", "--blank"), "不能并用"),
        (("--policy", "605090-2022") * 4, "最多三份政策"),
    ):
        refused = run("template", "-o", tmp_path / "no.xlsx", *wrong)
        assert refused.exit_code == 1
        assert told in refused.output
    assert files(tmp_path) == ["book.xlsx"]


def test_demo_agrees_with_the_announcements(tmp_path: Path) -> None:
    done = run("demo", "-o", tmp_path / "演示")
    assert done.exit_code == 0, done.output
    assert files(tmp_path / "演示") == ["113664-report.xlsx", "113664.xlsx"]
    for figure in ("2025-08-15", "2025-08-22", "20.59", "286", "0.7836", "100.7836", "100.6269"):
        assert figure in done.output
    assert "✗" not in done.output


@pytest.mark.parametrize("how", ["missing", "text", "encrypted", "truncated", "other zip"])
def test_a_report_of_bad_input_is_one_clear_line(tmp_path: Path, how: str) -> None:
    path = damaged(tmp_path, how)
    before = files(tmp_path)
    done = run("report", path, "-o", tmp_path / "r.xlsx")
    assert done.exit_code == 1
    assert done.output.startswith("错误")
    assert "a.xlsx" in done.output
    assert len(done.output.splitlines()) == 1
    assert files(tmp_path) == before


def test_nothing_of_the_user_is_replaced(tmp_path: Path) -> None:
    mine = book(tmp_path / "mine.xlsx")
    whole = mine.read_bytes()
    assert "已存在" in run("template", "-o", mine).output
    assert "覆盖工作簿" in run("report", mine, "-o", mine).output
    assert mine.read_bytes() == whole
    assert "应以 .xlsx 结尾" in run("template", "-o", tmp_path / "x.txt").output
    assert run("template", "-o", mine, "--force", "--blank").exit_code == 0
    assert mine.read_bytes() != whole


def test_outputs_that_cannot_be_written(tmp_path: Path) -> None:
    for command in (("template", "-o"), ("demo", "-o")):
        occupied = tmp_path / "file.txt"
        occupied.write_text("mine", encoding="utf-8")
        target = occupied / "x.xlsx"
        done = run(*command, target)
        assert done.exit_code == 1
        assert "错误" in done.output
        assert occupied.read_text(encoding="utf-8") == "mine"
