-- The same identity document in another session: by its number, keyed, or by the same picture of it.
alter table documents add column fingerprint text collate "C";
alter table documents add column perceptual_hash text collate "C";
create index documents_fingerprint on documents (organization, environment, fingerprint) where fingerprint is not null;
create index documents_picture on documents (organization, environment, perceptual_hash) where perceptual_hash is not null;
