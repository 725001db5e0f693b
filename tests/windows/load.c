// Loads a library whose imports are all found.
#include <stdio.h>
#include <windows.h>

int main(int count, char **arguments) {
    HMODULE library = count > 1 ? LoadLibraryA(arguments[1]) : NULL;
    int is_there = library && GetProcAddress(library, "R_init_rkeras");
    printf("%s\n", is_there ? "rkeras.dll loads" : "rkeras.dll does not load");
    return !is_there;
}
