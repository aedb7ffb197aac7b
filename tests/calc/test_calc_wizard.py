"""What the function wizard of the real office shows, in English and in Chinese."""

import json
import subprocess
from pathlib import Path
from typing import Any

from workbooks.office.process import Office
from workbooks.office.program import python
from xlfuncs.hosts.help import argument_helps, descriptions
from xlfuncs.registry import FUNCTIONS

PROGRAM = Path(__file__).with_name("office_side.py")


def wizard(office: Office) -> dict[str, Any]:
    command = [python(), str(PROGRAM), office.pipe]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return {found["name"]: found for found in json.loads(done.stdout)}


def expected(language: str) -> dict[str, Any]:
    return {
        spec.name: {
            "name": spec.name,
            "text": descriptions(spec)[language],
            "arguments": [[p.name, argument_helps(p)[language]] for p in spec.parameters],
        }
        for spec in FUNCTIONS
    }


def test_in_english(office: Office):
    assert wizard(office) == expected("en")


def test_in_chinese(chinese_office: Office):
    found = wizard(chinese_office)
    assert found == expected("zh-CN")
    assert "转股" in found["CB_ADJUST_PRICE"]["text"]
