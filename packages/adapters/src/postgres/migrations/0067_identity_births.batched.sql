-- Commits as it goes, and holds no identity for longer than a thousand of them take.
call vouchkit_fill_births_of_identities();
