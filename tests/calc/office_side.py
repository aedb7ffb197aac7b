"""Prints what the wizard of a running office shows of our functions; for LibreOffice's Python."""

import json
import sys
from typing import Any


def descriptions(pipe: str) -> Any:
    import uno

    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    there = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
    service = "com.sun.star.sheet.FunctionDescriptions"
    return there.ServiceManager.createInstanceWithContext(service, there)


def shown(function: Any) -> dict[str, Any]:
    told = {p.Name: p.Value for p in function}
    arguments = [[a.Name, a.Description] for a in told.get("Arguments") or ()]
    return {"name": told["Name"], "text": told["Description"], "arguments": arguments}


def main() -> None:
    listed = descriptions(sys.argv[1])
    found = [shown(listed.getByIndex(n)) for n in range(listed.getCount())]
    print(json.dumps([f for f in found if f["name"].startswith(("CB_", "DIV_"))]))


if __name__ == "__main__":
    main()
