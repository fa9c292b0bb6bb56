-- Identities are monitored by the one screening subject that each has, and are due to be verified again before their assurance ends. Identities that
-- stand there get both from a timer, some at a time.
alter table identities add column monitoring_status text collate "C" default 'off', add column screening_subject_id text collate "C", add column reverification_at text collate "C";
alter table screening_subjects add column subject_of text collate "C";
