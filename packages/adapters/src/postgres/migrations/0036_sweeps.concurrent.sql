-- By what sweeps find rows that are over (housekeeping.ts): windows by their beginning, challenges by their end, and events by when their content went.
create index quota_windows_start on quota_windows (window_start);
create index nfc_challenges_expiry on nfc_challenges (expires_at);
create index webhook_events_erased on webhook_events (erased_at) where erased_at is not null;
