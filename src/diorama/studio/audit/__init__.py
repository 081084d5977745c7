"""The log of who did what. It only grows: the database itself refuses to change or delete a line."""
