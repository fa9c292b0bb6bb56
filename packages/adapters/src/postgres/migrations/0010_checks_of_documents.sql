-- Checks are listed by outcome and tags, and found from the documents that they were computed from: erasing one erases what they found in it.
alter table checks add column outcome text collate "C";
alter table checks add column tags jsonb;
alter table checks add column input_document_ids jsonb;
update checks set outcome = data ->> 'outcome', tags = data -> 'tags', input_document_ids = data -> 'input_document_ids';
create index checks_newest on checks (organization, environment, created_at desc nulls last);
create index checks_documents on checks using gin (input_document_ids);
