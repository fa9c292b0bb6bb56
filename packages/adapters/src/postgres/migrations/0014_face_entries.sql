-- Faces on lists. Which model an entry's template is of is all that a column tells; the template is sealed in the document, and a look-up opens
-- one after the other, newest first.
alter table customer_list_entries add column face_model text collate "C";
create index customer_list_entries_faces on customer_list_entries (organization, environment, created_at desc nulls last)
  where face_model is not null and archived_at is null;
