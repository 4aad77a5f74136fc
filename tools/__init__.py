"""What maintainers run: nothing in here is part of the package. Only Python's own library is needed."""
