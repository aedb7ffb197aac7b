"""Run by LibreOffice's Python: does in a running office what each line on stdin asks.

A line is JSON: the source file, the target file, the filter that writes it. The answer is a line
too, "" or what went wrong. When stdin ends, the office is ended.
"""

import json
import sys
import time
from contextlib import suppress
from typing import Any

PAUSE = 0.05  # seconds
CONNECTING = 2000  # tries
OPENING = 200  # the desktop opens nothing for a moment after the start
BLANK = "private:factory/scalc"


def connected(pipe: str) -> Any:
    """The office's desktop, as soon as the office listens."""
    import uno  # type: ignore[import-not-found]  # only in LibreOffice's Python
    from com.sun.star.connection import NoConnectException  # type: ignore[import-not-found]

    services = uno.getComponentContext().ServiceManager
    resolver = services.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for _ in range(CONNECTING):
        try:
            office = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(PAUSE)
        else:
            there = office.ServiceManager
            return there.createInstanceWithContext("com.sun.star.frame.Desktop", office)
    raise SystemExit("the office does not listen")


def url(path: str) -> str:
    import uno

    return str(uno.systemPathToFileUrl(path))


def properties(values: dict[str, object]) -> tuple[Any, ...]:
    from com.sun.star.beans import PropertyValue  # type: ignore[import-not-found]

    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


def opened(desktop: Any, address: str, tries: int = 1) -> Any:
    """The workbook, hidden; its macros do not run and its links are not followed."""
    settings = properties({"Hidden": True, "MacroExecutionMode": 0, "UpdateDocMode": 0})
    for _ in range(tries):
        document = desktop.loadComponentFromURL(address, "_blank", 0, settings)
        if document is not None:
            return document
        time.sleep(PAUSE)
    raise RuntimeError("the office cannot open this file")


def store(desktop: Any, source: str, target: str, kind: str) -> None:
    """The source, calculated anew, written by a filter."""
    document = opened(desktop, url(source))
    try:
        document.calculateAll()
        document.storeToURL(url(target), properties({"FilterName": kind, "Overwrite": True}))
    finally:
        document.close(True)


def main() -> None:
    desktop = connected(sys.argv[1])
    opened(desktop, BLANK, OPENING).close(True)
    print(json.dumps(""), flush=True)
    for line in sys.stdin:
        failure = ""
        try:
            store(desktop, **json.loads(line))
        except Exception as error:  # of any kind the office knows; the next line may do well
            failure = str(error) or type(error).__name__
        print(json.dumps(failure), flush=True)
    with suppress(Exception):  # the connection ends with the office
        desktop.terminate()


if __name__ == "__main__":
    main()
