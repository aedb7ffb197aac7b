"""LibreOffice as a process of our own, hidden, in a profile of its own."""
