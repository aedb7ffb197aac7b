"""How VBA keeps its text: the compression of [MS-OVBA] 2.4.1, chunk by chunk."""

import struct
from collections.abc import Iterator
from typing import Final

CHUNK: Final = 4096
_SIGNATURE: Final = b"\x01"
_PACKED: Final = 0xB000  # flag and signature of a chunk's header, its size to be added
_RAW: Final = 0x3FFF
_SHORTEST: Final = 3
_TRIED: Final = 32  # earlier places looked at for the longest copy


def compressed(data: bytes) -> bytes:
    """A stream's bytes as VBA keeps them."""
    chunks = (data[at : at + CHUNK] for at in range(0, len(data), CHUNK))
    return _SIGNATURE + b"".join(map(_packed, chunks))


def decompressed(data: bytes) -> bytes:
    """What `compressed` was given."""
    if data[:1] != _SIGNATURE:
        raise ValueError("not a compressed VBA stream")
    out, at = bytearray(), 1
    while at < len(data):
        (header,) = struct.unpack_from("<H", data, at)
        end = at + (header & 0xFFF) + 3
        body = data[at + 2 : end]
        out += _unpacked(body) if header & 0x8000 else body
        at = end
    return bytes(out)


def _packed(chunk: bytes) -> bytes:
    """One chunk behind its header; one that does not shrink is stored as it is."""
    body = b"".join(_groups(_tokens(chunk)))
    if len(body) > CHUNK:
        return struct.pack("<H", _RAW) + chunk.ljust(CHUNK, b"\0")
    return struct.pack("<H", _PACKED | (len(body) - 1)) + body


def _groups(tokens: Iterator[bytes]) -> Iterator[bytes]:
    """Eight tokens behind a byte whose bits tell copies from literals."""
    listed = list(tokens)
    for at in range(0, len(listed), 8):
        group = listed[at : at + 8]
        flags = sum(1 << bit for bit, token in enumerate(group) if len(token) == 2)
        yield bytes([flags]) + b"".join(group)


def _tokens(chunk: bytes) -> Iterator[bytes]:
    """Literal bytes, and copies of what stands earlier in the chunk."""
    seen: dict[bytes, list[int]] = {}
    at = 0
    while at < len(chunk):
        length, back = _longest(chunk, at, seen.get(chunk[at : at + _SHORTEST], []))
        if length >= _SHORTEST:
            shift = 16 - _offset_bits(at)
            yield struct.pack("<H", (back - 1) << shift | (length - _SHORTEST))
        else:
            length = 1
            yield chunk[at : at + 1]
        for place in range(at, at + length):
            seen.setdefault(chunk[place : place + _SHORTEST], []).append(place)
        at += length


def _longest(chunk: bytes, at: int, places: list[int]) -> tuple[int, int]:
    """Length and distance of the longest earlier run that goes on as the chunk does here."""
    most = min((0xFFFF >> _offset_bits(at)) + _SHORTEST, len(chunk) - at)
    best, back = 0, 0
    for place in places[-_TRIED:]:
        length = 0
        while length < most and chunk[place + length] == chunk[at + length]:
            length += 1
        if length > best:
            best, back = length, at - place
    return best, back


def _unpacked(body: bytes) -> bytes:
    out, at = bytearray(), 0
    while at < len(body):
        flags = body[at]
        at += 1
        for bit in range(8):
            if at >= len(body):
                break
            if flags >> bit & 1:
                _copy(out, struct.unpack_from("<H", body, at)[0])
                at += 2
            else:
                out.append(body[at])
                at += 1
    return bytes(out)


def _copy(out: bytearray, token: int) -> None:
    bits = _offset_bits(len(out))
    back = (token >> (16 - bits)) + 1
    for _ in range((token & (0xFFFF >> bits)) + _SHORTEST):
        out.append(out[-back])


def _offset_bits(at: int) -> int:
    """How many bits of a copy token tell the distance, `at` bytes into a chunk."""
    return max((at - 1).bit_length(), 4) if at else 4
