create table screening_subjects (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  identity_id text collate "C",
  session_id text collate "C",
  external_reference text collate "C",
  monitoring_status text collate "C" not null,
  last_screened_at text collate "C",
  erased_at text collate "C",
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, session_id) references sessions (organization, environment, id)
);
create index screening_subjects_newest on screening_subjects (organization, environment, created_at desc nulls last);
create index screening_subjects_external_reference on screening_subjects (organization, environment, external_reference)
  where external_reference is not null;
create unique index screening_subjects_session on screening_subjects (organization, environment, session_id) where session_id is not null;
create index screening_subjects_monitored on screening_subjects (last_screened_at) where monitoring_status = 'active' and erased_at is null;

create table screenings (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  subject_id text collate "C" not null,
  session_id text collate "C",
  status text collate "C" not null,
  trigger text collate "C" not null,
  run_key text collate "C",
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, subject_id) references screening_subjects (organization, environment, id)
);
create index screenings_newest on screenings (organization, environment, created_at desc nulls last);
create index screenings_subject on screenings (organization, environment, subject_id, created_at desc nulls last);
create index screenings_session on screenings (organization, environment, session_id, created_at desc nulls last) where session_id is not null;
create unique index screenings_run_key on screenings (organization, environment, run_key) where run_key is not null;

create table screening_hits (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  screening_id text collate "C" not null,
  subject_id text collate "C" not null,
  list_key text collate "C" not null,
  category text collate "C" not null,
  review_status text collate "C" not null,
  match_score int not null,
  risk_score int not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, screening_id) references screenings (organization, environment, id)
);
create index screening_hits_screening on screening_hits (organization, environment, screening_id, match_score desc nulls last);
create index screening_hits_subject on screening_hits (organization, environment, subject_id);
create index screening_hits_open on screening_hits (organization, environment, risk_score desc nulls last, match_score desc nulls last)
  where review_status = 'unreviewed';

-- What reviewers decided about a subject and an entry, as digests: it keeps a "not a match" quiet until either side changes.
create table screening_decisions (
  organization text collate "C" not null,
  environment text collate "C" not null,
  id text collate "C" not null,
  version int not null,
  data jsonb not null,
  subject_id text collate "C" not null,
  list_key text collate "C" not null,
  decision text collate "C" not null,
  expires_at text collate "C",
  created_at text collate "C" not null,
  primary key (organization, environment, id),
  foreign key (organization, environment, subject_id) references screening_subjects (organization, environment, id)
);
create index screening_decisions_subject on screening_decisions (organization, environment, subject_id, created_at desc nulls last);
