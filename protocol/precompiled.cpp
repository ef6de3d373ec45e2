// Holds nothing: its headers are what is compiled here (CMakeLists.txt).
