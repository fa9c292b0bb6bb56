create index customer_list_entries_session on customer_list_entries (organization, environment, session_id) where session_id is not null;
