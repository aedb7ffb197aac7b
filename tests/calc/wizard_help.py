"""Prints what a running office's function wizard knows of our functions; for a uno Python."""

import json
import sys
from typing import Any


def told(properties: Any) -> dict[str, Any]:
    return {p.Name: p.Value for p in properties}


def function(properties: Any) -> dict[str, Any]:
    found = told(properties)
    found["Arguments"] = [
        {"Name": a.Name, "Description": a.Description} for a in found.get("Arguments") or ()
    ]
    return found


def main() -> None:
    import uno

    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    office = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
    listed = office.ServiceManager.createInstanceWithContext(
        "com.sun.star.sheet.FunctionDescriptions", office
    )
    ours = [name for name in listed.ElementNames if name.startswith(("CB_", "DIV_"))]
    print(json.dumps({name: function(listed.getByName(name)) for name in ours}))


if __name__ == "__main__":
    main()
