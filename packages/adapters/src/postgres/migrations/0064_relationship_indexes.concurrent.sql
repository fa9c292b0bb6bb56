-- Relationships are listed by their ends alone. Whether one of a type holds is asked in the usual order of a list.
create index identity_relationships_standing on identity_relationships (organization, environment, type, created_at, id collate "POSIX") where status in ('proposed', 'confirmed');
drop index identity_relationships_of_status;
drop index identity_relationships_of_type;
