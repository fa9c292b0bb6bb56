-- Templates of faces, sealed: neither a column nor an index tells anything of a face. A search opens them one after the other, so that the
-- database holds nothing that could be compared; the order of the primary key is the order of such a walk.
create table face_templates (
  organization text collate "C" not null,
  environment text collate "C" not null check (environment in ('sandbox', 'live')),
  model_name text collate "C" not null,
  model_version text collate "C" not null,
  session_id text collate "C" not null,
  sealed text not null,
  created_at text collate "C" not null,
  primary key (organization, environment, model_name, model_version, session_id),
  foreign key (organization, environment, session_id) references sessions (organization, environment, id)
);
create index face_templates_session on face_templates (organization, environment, session_id);
