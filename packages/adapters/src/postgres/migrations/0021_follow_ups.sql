-- What a policy asks for after a session was approved; few sessions have any, and the timer looks at no others.
alter table sessions add column follow_up_at text collate "C";
create index sessions_follow_ups on sessions (follow_up_at) where follow_up_at is not null;
