/* The smallest python.exe: runs Py_Main of the python311.dll beside it. */
#include <stdio.h>
#include <windows.h>

typedef int (*python_main)(int, wchar_t **);

int wmain(int argc, wchar_t **argv) {
  HMODULE library = LoadLibraryW(L"python311.dll");
  if (!library) {
    fprintf(stderr, "python311.dll: error %lu\n", GetLastError());
    return 2;
  }
  return ((python_main)(void *)GetProcAddress(library, "Py_Main"))(argc, argv);
}
