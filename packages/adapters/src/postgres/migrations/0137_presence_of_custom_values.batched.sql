-- Commits as it goes, and holds no value for longer than a thousand of them take.
call vouchkit_fill_presence_of_custom_values();
