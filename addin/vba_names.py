"""Names in VBA: what the language keeps for itself, and what an argument is called there."""

from typing import Final

_WORDS: Final = """
call case close const declare defbool defbyte defcur defdate defdbl defint deflng deflnglng
deflngptr defobj defsng defstr defvar dim do else elseif end endif enum erase event exit for
friend function get global gosub goto if implements input let lock loop lset next on open
option print private public put raiseevent redim resume return rset seek select set static
stop sub type unlock wend while with write rem
any as byref byval each in new shared until withevents optional paramarray preserve spc tab
then to addressof and eqv imp is like mod not or typeof xor
abs cbool cbyte ccur cdate cdbl cdec cint clng clnglng clngptr csng cstr cvar cverr date debug
doevents fix int len lenb me pset scale sgn string array circle inputb lbound ubound
boolean byte currency double integer long longlong longptr single variant
true false nothing empty null attribute lineinput cdecl decimal defdec
"""
RESERVED: Final = frozenset(_WORDS.split())  # [MS-VBAL] 3.3.5.2, but for VB_... names


def argument_name(name: str) -> str:
    """An argument's name in the wrapper: date is a word of VBA, date_ is not."""
    return f"{name}_" if name.casefold() in RESERVED else name
