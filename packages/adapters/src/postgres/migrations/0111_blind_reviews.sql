-- Of a blind case: the session whose decision is looked at again, and who decided it and so must not.
alter table cases add column sample_of text collate "C", add column not_for text collate "C";
-- A case is about a session, a screening subject or a decision. Rows of before kept a stricter rule, so that none has to be read again.
alter table cases drop constraint cases_check;
alter table cases add constraint cases_about check (session_id is not null or subject_id is not null or sample_of is not null) not valid;
