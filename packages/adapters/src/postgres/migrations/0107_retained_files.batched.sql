-- Commits as it goes, and holds no document for longer than a thousand of them take.
call vouchkit_fill_files_of_erased_documents();
