-- Each call commits as it goes, and holds no record for longer than a thousand of them take.
call vouchkit_fill_kept('sessions', 'tags', 'status', 'created_at');
call vouchkit_fill_kept('checks', 'tags', null, 'created_at');
call vouchkit_fill_kept('cases', 'tags', 'status', 'entered_review_at');
call vouchkit_fill_kept('cases', 'reason_codes', 'status', 'entered_review_at');
call vouchkit_fill_kept('cases', 'check_types', 'status', 'entered_review_at');
call vouchkit_fill_kept('cases', 'search_text', 'status', 'entered_review_at');
