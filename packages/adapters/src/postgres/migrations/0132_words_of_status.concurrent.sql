-- Words within a status, as one range: a word that many records have is otherwise read from end to end for the few of one status.
create index cases_by_search_text_of_status on cases_by_search_text (organization, environment, status, element, id) include (shared, entered_review_at);
create index identities_by_search_text_of_status on identities_by_search_text (organization, environment, status, element, id) include (shared, created_at);
