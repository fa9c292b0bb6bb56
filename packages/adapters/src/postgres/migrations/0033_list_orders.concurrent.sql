-- Lists end with the identifier, so that a page is read as it stands and what an offset skips is not fetched. It compares as POSIX there, which is
-- the same order: an index of it under the collation of the column would be taken for the key, while a table is small. Columns that are never null
-- are read in both directions; so is each other order, values and records without one by themselves (order.ts). Columns that most records lack
-- are indexed where there are any. What is replaced goes last.
create index sessions_in_order on sessions (organization, environment, created_at, id collate "POSIX");
create index sessions_of_status on sessions (organization, environment, status, created_at, id collate "POSIX");
create index sessions_of_workflow on sessions (organization, environment, workflow_id, created_at, id collate "POSIX") where workflow_id is not null;
create index sessions_of_identity on sessions (organization, environment, identity_id, created_at, id collate "POSIX") where identity_id is not null;
create index sessions_of_reference on sessions (organization, environment, external_reference, created_at, id collate "POSIX") where external_reference is not null;
-- Without the time of the last change, which every change would write to each index of a session.
create index sessions_at_gates on sessions (id) where status = 'awaiting_external_decision';
drop index sessions_newest;
drop index sessions_status;
drop index sessions_workflow;
drop index sessions_identity;
drop index sessions_external_reference;
drop index sessions_open_gates;
drop index sessions_tags;

create index audit_log_in_order on audit_log (organization, environment, created_at, id collate "POSIX");
create index audit_log_of_action on audit_log (organization, environment, action, created_at, id collate "POSIX");
create index audit_log_of_actor on audit_log (organization, environment, actor_id, created_at, id collate "POSIX") where actor_id is not null;
create index audit_log_of_target on audit_log (organization, environment, target_id, created_at, id collate "POSIX") where target_id is not null;
drop index audit_log_newest;
drop index audit_log_action;
drop index audit_log_action_newest;
drop index audit_log_target;
drop index audit_log_target_newest;
drop index audit_log_actor;

create index documents_in_order on documents (organization, environment, created_at, id collate "POSIX");
create index documents_of_status on documents (organization, environment, status, created_at, id collate "POSIX");
create index documents_of_kind on documents (organization, environment, kind, created_at, id collate "POSIX");
create index documents_of_standalone on documents (organization, environment, standalone, created_at, id collate "POSIX");
create index documents_of_session on documents (organization, environment, session_id, created_at, id collate "POSIX") where session_id is not null;
drop index documents_newest;
drop index documents_status;
drop index documents_session;

create index checks_in_order on checks (organization, environment, created_at, id collate "POSIX");
create index checks_of_type on checks (organization, environment, type, created_at, id collate "POSIX");
create index checks_of_status on checks (organization, environment, status, created_at, id collate "POSIX");
create index checks_of_outcome on checks (organization, environment, outcome, created_at, id collate "POSIX") where outcome is not null;
create index checks_of_session on checks (organization, environment, session_id, created_at, id collate "POSIX") where session_id is not null;
drop index checks_newest;
drop index checks_type;
drop index checks_session;

create index webhook_deliveries_of_endpoint on webhook_deliveries (organization, environment, endpoint_id, created_at, id collate "POSIX");
create index webhook_deliveries_of_event_type on webhook_deliveries (organization, environment, endpoint_id, event_type, created_at, id collate "POSIX");
create index webhook_deliveries_of_session on webhook_deliveries (organization, environment, session_id, created_at, id collate "POSIX") where session_id is not null;
create index webhook_deliveries_not_succeeded on webhook_deliveries (organization, environment, endpoint_id, created_at, id collate "POSIX") where missed;
drop index webhook_deliveries_endpoint;
drop index webhook_deliveries_event_type;
drop index webhook_deliveries_session;
drop index webhook_deliveries_missed;

create index screening_subjects_in_order on screening_subjects (organization, environment, created_at, id collate "POSIX");
create index screening_subjects_of_monitoring on screening_subjects (organization, environment, monitoring_status, created_at, id collate "POSIX");
create index screening_subjects_of_reference on screening_subjects (organization, environment, external_reference, created_at, id collate "POSIX") where external_reference is not null;
drop index screening_subjects_newest;
drop index screening_subjects_external_reference;

create index screenings_in_order on screenings (organization, environment, created_at, id collate "POSIX");
create index screenings_of_status on screenings (organization, environment, status, created_at, id collate "POSIX");
create index screenings_of_subject on screenings (organization, environment, subject_id, created_at, id collate "POSIX");
create index screenings_of_session on screenings (organization, environment, session_id, created_at, id collate "POSIX") where session_id is not null;
drop index screenings_newest;
drop index screenings_subject;
drop index screenings_session;

create index screening_hits_in_order on screening_hits (organization, environment, risk_score, match_score, id collate "POSIX");
create index screening_hits_of_review on screening_hits (organization, environment, review_status, risk_score, match_score, id collate "POSIX");
create index screening_hits_of_category on screening_hits (organization, environment, category, risk_score, match_score, id collate "POSIX");
create index screening_hits_of_screening on screening_hits (organization, environment, screening_id, risk_score, match_score, id collate "POSIX");
create index screening_hits_of_subject on screening_hits (organization, environment, subject_id, risk_score, match_score, id collate "POSIX");
drop index screening_hits_screening;
drop index screening_hits_subject;
drop index screening_hits_open;

create index customer_list_entries_in_use on customer_list_entries (organization, environment, list_id, created_at, id collate "POSIX") where archived_at is null;
create index customer_list_entries_removed on customer_list_entries (organization, environment, list_id, created_at, id collate "POSIX") where archived_at is not null;
create index customer_list_entries_of_source on customer_list_entries (organization, environment, list_id, source, created_at, id collate "POSIX") include (archived_at);
create index customer_list_entries_blocked on customer_list_entries (organization, environment, created_at, id collate "POSIX") where list_id is null;
create index customer_list_entries_blocked_of_type on customer_list_entries (organization, environment, entry_type, created_at, id collate "POSIX") where list_id is null;
create index customer_list_entries_blocked_of_source on customer_list_entries (organization, environment, source, created_at, id collate "POSIX") where list_id is null;
drop index customer_list_entries_list;

create index cases_in_order on cases (organization, environment, entered_review_at, id collate "POSIX");
create index cases_sorted_by_created_at on cases (organization, environment, created_at, id collate "POSIX");
create index cases_sorted_by_updated_at on cases (organization, environment, updated_at, id collate "POSIX");
create index cases_sorted_by_claimed_at on cases (organization, environment, claimed_at, id collate "POSIX");
create index cases_sorted_by_decided_at on cases (organization, environment, decided_at, id collate "POSIX");
create index cases_sorted_by_due_at on cases (organization, environment, due_at, id collate "POSIX");
create index cases_sorted_by_risk_score on cases (organization, environment, risk_score, id collate "POSIX");
create index cases_sorted_by_priority on cases (organization, environment, priority_rank, id collate "POSIX");
create index cases_of_status on cases (organization, environment, status, entered_review_at, id collate "POSIX");
create index cases_of_decision on cases (organization, environment, decision, entered_review_at, id collate "POSIX") where decision is not null;
create index cases_of_assignee on cases (organization, environment, assigned_to, entered_review_at, id collate "POSIX") where assigned_to is not null;
create index cases_unassigned on cases (organization, environment, entered_review_at, id collate "POSIX") where assigned_to is null;
create index cases_of_workflow on cases (organization, environment, workflow_id, entered_review_at, id collate "POSIX") where workflow_id is not null;
create index cases_of_queue on cases (organization, environment, queue, entered_review_at, id collate "POSIX");
create index cases_of_priority on cases (organization, environment, priority, entered_review_at, id collate "POSIX");
create index cases_of_country on cases (organization, environment, country, entered_review_at, id collate "POSIX") where country is not null;
create index cases_of_breach on cases (organization, environment, sla_breached, entered_review_at, id collate "POSIX");
create index cases_of_hits on cases (organization, environment, has_screening_hits, entered_review_at, id collate "POSIX");
create index cases_of_notes on cases (organization, environment, has_notes, entered_review_at, id collate "POSIX");
create index cases_closed_at_status on cases (organization, environment, status, closed_at) where closed_at is not null;
create index cases_due_at_status on cases (organization, environment, status, due_at) where due_at is not null;
drop index cases_entered_review;
drop index cases_next;
drop index cases_status;
drop index cases_assigned;
drop index cases_created_at;
drop index cases_created_first;
drop index cases_updated_at;
drop index cases_updated_first;
drop index cases_entered_review_first;
drop index cases_claimed_at;
drop index cases_claimed_first;
drop index cases_decided_at;
drop index cases_decided_first;
drop index cases_due_at;
drop index cases_due_first;
drop index cases_risk_score;
drop index cases_risk_score_first;
drop index cases_priority;
drop index cases_priority_first;
drop index cases_closed_at;
drop index cases_tags;
drop index cases_search;
