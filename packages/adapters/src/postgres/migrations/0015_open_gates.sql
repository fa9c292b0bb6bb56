-- Sessions that wait for a decision from outside are few; the timer that ends their wait looks at no others.
create index sessions_open_gates on sessions (updated_at) where status = 'awaiting_external_decision';
