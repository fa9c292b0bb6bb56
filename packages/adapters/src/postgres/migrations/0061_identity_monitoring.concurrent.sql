-- The filter of the search, what timers look for, and that an identity has one subject.
create index identities_of_monitoring on identities (organization, environment, monitoring_status, created_at, id collate "POSIX") where monitoring_status is not null;
create index identities_without_subject on identities (id) where screening_subject_id is null;
create index identities_to_reverify on identities (reverification_at) where reverification_at is not null;
create unique index screening_subjects_of_identity on screening_subjects (organization, environment, subject_of) where subject_of is not null;
