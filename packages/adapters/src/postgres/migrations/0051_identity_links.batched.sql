-- Commits as it goes, and holds no entry for longer than a thousand of them take.
call vouchkit_fill_entries_of_sessions();
