"""No folder of tests has the name of a package: pytest would import it in the package's place."""

from pathlib import Path

HERE = Path(__file__).parent


def test_no_folder_of_tests_hides_a_package() -> None:
    packages = {path.parent.name for path in HERE.parent.glob("*/__init__.py")}
    assert packages >= {"xlfuncs", "workbooks", "addin"}
    assert not packages & {path.name for path in HERE.iterdir() if path.is_dir()}
