create index sessions_kept_since_decision on sessions (organization, environment, status, decided_at, id collate "POSIX") where redacted_at is null and decided_at is not null;
create index sessions_kept_since_expiry on sessions (organization, environment, updated_at, id collate "POSIX") where redacted_at is null and expired_reason is not null;
