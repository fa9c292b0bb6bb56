-- Commits as it goes, and holds no event for longer than a thousand of them take.
call vouchkit_fill_resources_of_events();
