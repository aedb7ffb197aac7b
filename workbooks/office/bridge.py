"""Run by LibreOffice's Python: does in a running office what each line on stdin asks.

A line is JSON: the source file, the target file, the filter that writes it. The answer is a line
too, "" or what went wrong. When stdin ends, the office is ended.
"""

import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

PAUSE = 0.05  # seconds
TRIES = 200  # the desktop opens nothing for a moment after the start


def connected(pipe):
    """The office's desktop, as soon as the office listens."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    while True:
        try:
            there = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(PAUSE)
        else:
            return there.ServiceManager.createInstanceWithContext(
                "com.sun.star.frame.Desktop", there
            )


def properties(values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


def opened(desktop, path):
    """The workbook, hidden; its macros do not run and its links are not followed."""
    settings = properties({"Hidden": True, "MacroExecutionMode": 0, "UpdateDocMode": 0})
    for _ in range(TRIES):
        document = desktop.loadComponentFromURL(
            uno.systemPathToFileUrl(path), "_blank", 0, settings
        )
        if document is not None:
            return document
        time.sleep(PAUSE)
    raise RuntimeError("the office cannot open this file")


def stored(desktop, source, target, kind):
    document = opened(desktop, source)
    try:
        document.calculateAll()
        document.storeToURL(
            uno.systemPathToFileUrl(target), properties({"FilterName": kind, "Overwrite": True})
        )
    finally:
        document.close(True)


def main():
    desktop = connected(sys.argv[1])
    print(json.dumps(""), flush=True)
    for line in sys.stdin:
        try:
            stored(desktop, **json.loads(line))
            failure = ""
        except Exception as error:
            failure = str(error) or type(error).__name__
        print(json.dumps(failure), flush=True)
    try:
        desktop.terminate()
    except Exception:
        pass  # the connection ends with the office


if __name__ == "__main__":
    main()
