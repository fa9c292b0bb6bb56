-- Keys of requests that prepare something, such as an upload, before their transaction. A row says who holds the key and until when.
create table idempotency_reservations (
  organization text collate "C" not null,
  environment text collate "C" not null,
  scope text collate "C" not null,
  holder text collate "C" not null,
  expires_at text collate "C" not null,
  primary key (organization, environment, scope)
);
create index idempotency_reservations_expiry on idempotency_reservations (expires_at);
