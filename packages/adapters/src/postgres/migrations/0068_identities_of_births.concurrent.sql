create index identities_of_birth on identities (organization, environment, date_of_birth, created_at, id collate "POSIX") where date_of_birth is not null;
