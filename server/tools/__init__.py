"""The operations, one file each: a request, an answer, and the function from one to the other."""
