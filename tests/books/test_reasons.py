"""Why a cell is in error: in our function's words, by the cell it comes from, or by its code."""

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula
from refresh_helpers import StandIn, book_of, refreshed, saved

from workbooks.refresh import CellProblem, refresh_bytes


def errors(cells: dict[str, object]) -> dict[str, CellProblem]:
    return {e.cell: e for e in refreshed(book_of(cells)).errors}


def test_our_functions_speak_for_themselves():
    found = errors({"A1": "苹果", "B1": "=CB_DOUBLE(A1)", "B2": '=CB_DOUBLE("梨")+1'})
    assert found["B1"] == CellProblem(
        "数据", "B1", "=CB_DOUBLE(A1)", "CB_DOUBLE", "#VALUE!", "苹果 不是数", "苹果 is no number"
    )
    assert found["B1"].reason == "苹果 不是数 / 苹果 is no number"
    assert found["B2"].zh == "梨 不是数"


def test_an_inherited_error_names_the_cell_it_comes_from():
    found = errors({"A1": "x", "B1": "=CB_DOUBLE(A1)", "C1": "=B1+1", "D1": "=CB_DOUBLE(C1)",
                    "E1": "=SUM(A1:D1)", "F1": "=IFERROR(B1,0)"})  # fmt: skip
    assert found["B1"].zh == "x 不是数"
    assert (found["C1"].zh, found["C1"].en) == ("引用的单元格 B1 有错", "precedent B1 is in error")
    assert found["D1"].zh == "引用的单元格 C1 有错"
    assert found["E1"].zh == "引用的单元格 B1 有错"
    assert "F1" not in found


def test_the_function_that_failed_is_named():
    cells = {"A1": "x", "B1": '=IF(LEN("SUM(")=4,ROUND(CB_DOUBLE(A1),2),0)', "C1": "=B1+1",
             "D1": "=_xlfn.STDEV.S(B1:C1)", "E1": "=1/0"}  # fmt: skip
    found = {cell: problem.function for cell, problem in errors(cells).items()}
    assert found == {"B1": "CB_DOUBLE", "C1": "", "D1": "STDEV.S", "E1": ""}


def test_native_errors_have_a_reason_for_each_code():
    found = errors({"A1": "=1/0", "A2": "=SQRT(-1)", "A3": "=NA()", "A4": '="a"+1', "A5": "=#REF!"})
    assert [(found[f"A{n}"].code, found[f"A{n}"].en) for n in range(1, 6)] == [
        ("#DIV/0!", "division by zero or a blank cell"), ("#NUM!", "a number is out of range"),
        ("#N/A", "nothing was found"), ("#VALUE!", "an argument is of the wrong kind"),
        ("#REF!", "the formula refers to a cell that does not exist"),
    ]  # fmt: skip


def test_each_error_inside_a_spill_has_its_own_reason():
    found = errors({"A1": "甲", "A2": 2, "A3": "乙", "C1": "=CB_DOUBLE(A1:A3)"})
    assert {(p.cell, p.zh, p.formula) for p in found.values()} == {
        ("C1", "甲 不是数", "=CB_DOUBLE(A1:A3)"), ("C3", "乙 不是数", "=CB_DOUBLE(A1:A3)"),
    }  # fmt: skip


def test_an_error_on_another_sheet_is_named_with_its_sheet():
    book = openpyxl.Workbook()
    book.active.title = "甲"
    book["甲"]["A1"] = "=1/0"
    book.create_sheet("乙")["A1"] = "=甲!A1"
    found = [e for e in refreshed(saved(book)).errors if e.sheet == "乙"]
    assert [e.zh for e in found] == ["引用的单元格 '甲'!A1 有错"]


def test_many_errors_are_explained_in_bounded_time_and_none_is_lost():
    cells: dict[str, object] = {f"A{n}": f"文{n}" for n in range(1, 2601)}
    cells |= {f"B{n}": f"=CB_DOUBLE(A{n})" for n in range(1, 2601)}
    hosts: list[StandIn] = []

    def counted(date1904: bool) -> StandIn:
        hosts.append(StandIn(date1904))
        return hosts[0]

    found = refresh_bytes(book_of(cells), counted).errors
    assert len(found) == 2600
    assert found[0].zh == "文1 不是数"
    assert found[-1].zh == "参数类型不对"


def test_an_error_deep_inside_a_range_or_typed_as_a_constant_is_found():
    cells: dict[str, object] = {f"A{n}": n for n in range(1, 5001)}
    cells |= {"A3000": "=1/0", "B1": "=SUM(A1:A5000)", "D1": "#N/A", "E1": '=D1&"x"'}
    found = errors(cells)
    assert found["B1"].zh == "引用的单元格 A3000 有错"
    assert found["E1"].zh == "引用的单元格 D1 有错"


def test_a_spill_off_the_sheet_is_said_so():
    found = errors({"B1048575": "=CB_ROWS(3)"})
    assert (found["B1048575"].code, found["B1048575"].zh) == ("#SPILL!", "溢出区域超出工作表边界")


def test_a_native_function_given_our_error_keeps_the_code():
    found = errors({"A1": "x", "B1": "=ROUND(CB_DOUBLE(A1),2)", "C1": "=IF(TRUE,CB_DOUBLE(A1))"})
    assert {(e.cell, e.code, e.zh) for e in found.values()} == {
        ("B1", "#VALUE!", "x 不是数"),
        ("C1", "#VALUE!", "x 不是数"),
    }


def test_the_words_are_those_of_the_formula_itself_not_of_cells_around_it():
    rate = "CB_COUPON_RATE(A1,A2,A3)"
    cells = {"A1": "2020.8.17", "A2": 45911, "A3": 0.01, "B1": f"={rate}",
             "B2": f'=IF(A3="","",{rate})', "C1": "=CB_ACCRUED(100,B1,286)",
             "C2": "=CB_ACCRUED(100,B2,286)", "C3": f"=CB_ACCRUED(100,{rate},286)",
             "C4": "=CB_SHARES(1/0,20.59)", "C5": "=CB_CALL_DAYS(D1:D3,10)",
             "D1": 14, "D2": "=1/0", "D3": 15}  # fmt: skip
    found = {e.cell: e for e in refresh_bytes(book_of(cells)).errors}
    for cell in ("B1", "B2", "C3"):
        assert found[cell].function == "CB_COUPON_RATE"
        assert found[cell].en.endswith("issue_date: '2020.8.17' is not a date")
    assert found["C1"].en == "precedent B1 is in error"
    assert found["C2"].en == "precedent B2 is in error"
    assert found["C4"].en == "an argument already holds #DIV/0!"
    assert found["C5"].en == "precedent D2 is in error"


def test_each_error_of_an_array_within_if_has_its_own_words():
    cells = {"A1": 14, "A2": 0, "A3": -1, "C1": '=IF(A1="","",CB_SHARES(10000,A1:A3))'}
    found = {e.cell: e.zh for e in refresh_bytes(book_of(cells)).errors}
    assert list(found) == ["C2", "C3"]
    assert "0 须大于 0" in found["C2"]
    assert "-1 须大于 0" in found["C3"]


def test_a_problem_knows_the_cell_it_comes_from():
    done = refreshed(book_of({"A1": "x", "B1": "=CB_DOUBLE(A1)", "C1": "=B1", "A2": "=LENB(A1)",
                              "B2": "=A2"}))  # fmt: skip
    assert {e.place: e.source for e in done.errors} == {"数据!B1": "", "数据!C1": "数据!B1"}
    assert {e.place: e.source for e in done.unsupported} == {"数据!A2": "", "数据!B2": "数据!A2"}


def test_what_cells_say_that_read_the_formula_is_not_its_reason():
    cells = {"A1": "=CB_SHARES(10000,IFERROR(B2,-3))", "A2": "=CB_SHARES(B2,-4)",
             "B1": 0, "B2": "=IF(B1=0,CB_SHARES(10000,B1),2)",
             "C1": "=CB_SHARES(10000,IFERROR(B2,20.59)-30)", "C2": "=CB_SHARES(10000,-TODAY())",
             "C3": "=CB_SHARES(10000,C2)"}  # fmt: skip
    found = {e.cell: e for e in refresh_bytes(book_of(cells)).errors}
    assert found["B2"].en.endswith("price: 0 must be above 0")
    assert found["A1"].en.endswith("price: -3 must be above 0")
    assert found["C1"].en.endswith("price: -9.41 must be above 0")
    assert found["C2"].en.startswith("argument price: -")
    assert found["A2"].en == "precedent B2 is in error"
    assert found["C3"].en == "precedent C2 is in error"
    assert {cell for cell, e in found.items() if e.source} == {"A2", "C3"}


def test_words_of_two_calls_are_not_dealt_out_to_the_cells_of_an_array():
    ratios = "CB_TRIGGER_PRICE(A1:A3,B1:B3)"
    cells = {"A1": 5, "A2": 6, "A3": 0, "B1": -5, "B2": 7, "B3": 8, "D1": f"={ratios}",
             "E1": f"=CB_TRIGGER_PRICE({ratios},1.3)",
             "F1": f"=CB_SHARES(100,{ratios})"}  # fmt: skip
    found = {e.cell: e.en for e in refresh_bytes(book_of(cells)).errors}
    own = ("argument ratio: -5 must be above 0", "argument price: 0 must be above 0")
    assert (found["D1"], found["D3"]) == own
    assert (found["F1"], found["F3"]) == own
    assert found["E1"] == found["E3"] == "a number is out of range"


def test_words_said_of_every_error_of_an_array_are_those_of_each():
    formula = ArrayFormula("C1:C2", "=IF(A1:A2>0,CB_SHARES(1,-1),CB_SHARES(1,-2))")
    cells = {"A1": 14, "A2": 15, "C1": formula}
    found = {e.cell: e.en for e in refresh_bytes(book_of(cells)).errors}
    assert found == dict.fromkeys(("C1", "C2"), "argument price: -1 must be above 0")
    found = {e.cell: e.en for e in refresh_bytes(book_of(cells | {"A2": -15})).errors}
    assert found == dict.fromkeys(("C1", "C2"), "a number is out of range")
