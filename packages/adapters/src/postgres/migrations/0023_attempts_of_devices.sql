-- Other sessions of the same device or network are looked for within a day of an attempt.
alter table attempts add column device_fingerprint text collate "C", add column network_digest text collate "C";
create index attempts_device on attempts (organization, environment, device_fingerprint, created_at) where device_fingerprint is not null;
create index attempts_network on attempts (organization, environment, network_digest, created_at) where network_digest is not null;
