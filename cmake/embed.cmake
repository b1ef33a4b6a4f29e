# Writes OUTPUT, a header for cli/registry.c with the text of each of FILES (paths) as a byte array, and a table of them. A file's name is
# what stands behind the last "/kernels/" of its path.
set(arrays "")
set(table "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE ".*/kernels/" "" name ${file})
  string(APPEND arrays "static const char text_${number}[] = {${bytes}0};\n")
  string(APPEND table "    {\"${name}\", text_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "${arrays}\nstatic const struct kernel_file kernel_text[] = {\n${table}    {0, 0},\n};\n")
