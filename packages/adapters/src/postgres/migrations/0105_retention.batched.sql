-- Commits as it goes, and holds no session for longer than a thousand of them take.
call vouchkit_fill_ends_of_sessions();
