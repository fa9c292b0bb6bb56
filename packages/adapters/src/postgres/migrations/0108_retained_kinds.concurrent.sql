create index documents_with_files on documents (organization, environment, created_at, id collate "POSIX") where file_removed_at is null;
create index face_templates_age on face_templates (organization, environment, created_at, session_id);
create index screening_subjects_kept on screening_subjects (organization, environment, updated_at, id collate "POSIX") where erased_at is null and session_id is null and subject_of is null;
create index webhook_events_kept on webhook_events (organization, environment, created_at, id collate "POSIX") where erased_at is null;
