"""The pictures of the README are drawn from the demo's pages."""

from pathlib import Path

from office_here import need_office

from workbooks.demo import make_demo
from workbooks.pictures import PICTURES, draw

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def test_every_picture_is_drawn(tmp_path: Path) -> None:
    need_office()
    make_demo(tmp_path / "demo")
    draw(tmp_path / "demo", tmp_path / "pictures")
    for picture in PICTURES:
        data = (tmp_path / "pictures" / f"{picture.name}.png").read_bytes()
        assert data.startswith(SIGNATURE)
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        assert width > 800
        assert height > 400
        assert len(data) > 30_000, "a page without anything on it is smaller"
