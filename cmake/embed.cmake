# Writes OUTPUT, a header with the text of each of FILES (paths) as a byte array, and TABLE of them, an array of struct TYPE, which begins with
# a name and a text and ends with zeros. A file's name is what stands behind the last FOLDER of its path.
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(REGEX REPLACE ".*${FOLDER}" "" name ${file})
  string(APPEND arrays "static const char text_${number}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", text_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "${arrays}\nstatic const struct ${TYPE} ${TABLE}[] = {\n${rows}    {0, 0},\n};\n")
