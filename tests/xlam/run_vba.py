"""Runs VBA modules in LibreOffice's Basic and prints the answers; a program for a uno Python."""

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

CHECKS = """Option VBASupport 1
Public Function Told(ByVal value As Variant) As String
    If IsError(value) Then
        Told = CStr(value)
    Else
        Told = TypeName(value) & " " & CStr(value)
    End If
End Function
Public Function Scalars() As Variant
    Dim text As Variant, told_ As String
    For Each text In Array("#NULL!", "#DIV/0! x", "#VALUE! x y", "#REF!", "#NAME?", "#NUM! x", _
            "#N/A", "plain", "#other x", "", 12.5, True)
        told_ = told_ & Told(Answer(text)) & ";"
    Next text
    Scalars = told_
End Function
Public Function Table() As Variant
    Dim given(0 To 1, 0 To 1) As Variant, found As Variant
    given(0, 0) = 1.5: given(0, 1) = "#NUM! x": given(1, 0) = "#N/A": given(1, 1) = "text"
    found = Answer(given)
    Table = Told(found(0, 0)) & ";" & Told(found(0, 1)) & ";" & Told(found(1, 0)) & ";" _
        & Told(found(1, 1))
End Function
Public Function Column() As Variant
    Dim found As Variant
    found = Answer(Array("#VALUE! x", 2))
    Column = Told(found(0)) & ";" & Told(found(1))
End Function
Public Function Unreached() As Variant
    Unreached = Told(CB_SHARES(10000, 20.59)) & ";" & Told(CB_PRICE_ON(1, 2, 3)) & ";" _
        & (Len(LastError()) > 0)
End Function
"""


def module(path: Path) -> str:
    """A module as a Basic library takes it: no attributes, VBA semantics on."""
    source = re.sub(r"(?m)^Attribute .*\n", "", path.read_text(encoding="ascii"))
    return "Option VBASupport 1\n" + source


def connected(pipe: str) -> Any:
    import uno

    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    for _ in range(240):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            time.sleep(0.25)
    raise SystemExit("LibreOffice did not answer")


def blank(desktop: Any) -> Any:
    import uno

    settings = []
    for name, value in (("Hidden", True), ("MacroExecutionMode", 4)):
        settings.append(uno.createUnoStruct("com.sun.star.beans.PropertyValue"))
        settings[-1].Name, settings[-1].Value = name, value
    return desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, tuple(settings))


def show(document: Any, folder: Path) -> None:
    library = document.BasicLibraries.createLibrary("Standard")
    for path in sorted(folder.glob("*.bas")):
        library.insertByName(path.stem, module(path))
    library.insertByName("Checks", CHECKS)
    provider = document.getScriptProvider()
    for name in ("Scalars", "Table", "Column", "Unreached"):
        where = f"vnd.sun.star.script:Standard.Checks.{name}?language=Basic&location=document"
        print(name, provider.getScript(where).invoke((), (), ())[0])


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2])
    pipe = f"xlfuncs{folder.stat().st_ino}"
    office = subprocess.Popen(
        [program, f"-env:UserInstallation=file://{folder}/profile", "--headless", "--norestore",
         f"--accept=pipe,name={pipe};urp"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    context = connected(pipe)
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    try:
        document = blank(desktop)
        show(document, folder)
        document.close(True)
    finally:
        desktop.terminate()
        office.wait(60)


if __name__ == "__main__":
    main()
