"""VBA compression and compound files, against oletools and olefile."""

import io
import random

import olefile
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oletools.olevba import decompress_stream

from addin.compound_file import compound_file
from addin.ovba import CHUNK, compressed, decompressed

TEXTS = st.text(alphabet="abc \r\n", max_size=3 * CHUNK).map(str.encode)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a",
        b"a" * 4095,
        b"a" * 4097,
        b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa",
        b"Attribute VB_Name = \"x\"\r\n" * 2000,
        bytes(range(256)) * 40,
    ],
    ids=lambda d: f"{len(d)} bytes",
)  # fmt: skip
def test_oletools_reads_what_is_compressed(data: bytes):
    assert decompressed(compressed(data)) == data
    assert decompress_stream(bytearray(compressed(data))) == data


def test_the_specification_s_own_example():
    """[MS-OVBA] 3.2.2; a copy may be taken from any of several places of the same length."""
    plain = b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa"
    packed = bytes.fromhex(
        "01 2f b0 00 23 61 61 61 62 63 64 65 82 66 00 70 61 67 68 69 6a 01 38 08"
        "61 6b 6c 00 30 6d 6e 6f 70 06 71 02 70 04 10 72 73 74 75 76 10 77 78 79 7a 00 3c"
    )
    assert decompressed(packed) == plain
    assert decompressed(compressed(plain)) == plain
    assert len(compressed(plain)) == len(packed)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_any_text_comes_back(data: bytes):
    packed = compressed(data)
    assert decompressed(packed) == data
    assert decompress_stream(bytearray(packed)) == data


def test_a_whole_chunk_that_does_not_shrink_is_kept_raw():
    data = random.Random(5).randbytes(2 * CHUNK)
    assert len(compressed(data)) == 1 + 2 * (CHUNK + 2)
    assert decompressed(compressed(data)) == data
    assert decompress_stream(bytearray(compressed(data))) == data


def test_what_is_no_stream_is_refused():
    with pytest.raises(ValueError, match="not a compressed"):
        decompressed(b"\x02")


@pytest.mark.parametrize("size", [0, 1, 64, 4095, 4096, 70_000, 2_000_000])
def test_olefile_finds_every_stream_and_no_defect(size: int):
    data = random.Random(size).randbytes(size)
    tree = {"一": data, "VBA": {f"m{n}": bytes([n]) * n * 300 for n in range(40)}, "small": b"x"}
    with olefile.OleFileIO(
        io.BytesIO(compound_file(tree)), raise_defects=olefile.DEFECT_UNSURE
    ) as file:
        assert file.openstream("一").read() == data
        assert file.openstream("small").read() == b"x"
        for name, content in tree["VBA"].items():
            assert file.openstream(f"VBA/{name}").read() == content
        assert len(file.listdir()) == 42


def test_more_than_the_header_can_tell_is_refused():
    with pytest.raises(ValueError, match="larger"):
        compound_file({"a": bytes(8 << 20)})
