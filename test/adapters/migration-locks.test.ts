import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { longLocksOf, statementsOf } from "../support/migration-locks.ts"

const folder = new URL("../../packages/adapters/src/postgres/migrations/", import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith(".sql"))
const found = (name: string) => longLocksOf(name, readFileSync(new URL(name, folder), "utf8"))

/** Released before it was held that a migration locks nothing for as long as a table is large. */
const former = 30

describe("a migration", () => {
  for (const name of files.filter((file) => Number(file.slice(0, 4)) > former).sort()) {
    test(`${name} holds no lock for as long as a table is large`, () => expect(found(name)).toEqual([]))
  }

  test("of former releases that did is recognized as one", () => {
    for (const name of [
      "0009_document_fingerprints.sql",
      "0010_checks_of_documents.sql",
      "0016_trust_imports.sql",
      "0020_deliveries_in_place.sql",
      "0025_normalized_references.sql"
    ]) {
      expect([name, found(name).length > 0]).toEqual([name, true])
    }
  })

  for (const statement of [
    "create index a on sessions (status)",
    "CREATE UNIQUE INDEX a\n ON sessions (status)",
    "update sessions set status = 'x'",
    "delete from sessions where true",
    "insert into record_counts select 1, count(*) from sessions",
    "with a as (delete from sessions returning 1) select 1 from a",
    "do $$ begin update sessions set status = 'x'; end $$",
    "truncate sessions",
    "alter table sessions add column a text, add column b text generated always as (status) stored",
    "alter table sessions add column a timestamptz default clock_timestamp()",
    "alter table sessions add column a text not null default gen_random_uuid()::text",
    "alter table sessions add column a bigserial",
    "alter table sessions add column a text unique",
    "alter table sessions add column a text references organizations (id)",
    "alter table sessions add check (length(status) > 0)",
    "alter table sessions add constraint a foreign key (identity_id) references organizations (id)",
    "alter table sessions add constraint a unique (status)",
    "alter table sessions alter column status type varchar(10)",
    "alter table sessions alter status set not null",
    "alter table sessions set unlogged"
  ]) {
    test(`is refused with: ${statement.replaceAll("\n", " ")}`, () =>
      expect(longLocksOf("0099_a.sql", `-- A comment; with a mark\n${statement};`)).not.toEqual([]))
  }

  for (const statement of [
    "create table a (id text primary key); create index a_id on a (id); alter table a add check (length(id) > 1)",
    "alter table sessions add column a text, add column b int not null default 0, add column c text not null default ''",
    "alter table sessions add column a jsonb not null default '[]'",
    "alter table sessions add constraint a check (length(status) > 0) not valid",
    "alter table sessions validate constraint a",
    "alter table sessions add constraint a unique using index sessions_a",
    "alter table sessions alter column organization set (n_distinct = 10), alter column environment set (n_distinct = 1)",
    "alter table sessions set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0)",
    "create function a() returns trigger language plpgsql as $$ begin update sessions set status = ''; return null; end $$",
    "create trigger a after insert on sessions for each row execute function a()",
    "insert into trust_state values (true, 0)",
    "drop index sessions_status"
  ]) {
    test(`may say: ${statement}`, () => expect(longLocksOf("0099_a.sql", `${statement};`)).toEqual([]))
  }

  test("that makes indexes beside writers, or fills, says nothing else", () => {
    expect(
      longLocksOf("0099_a.concurrent.sql", "create index a on sessions (status);\nalter table sessions add column a text;").length
    ).toBe(1)
    expect(
      longLocksOf("0099_a.concurrent.sql", "create index a on sessions (status);\ncreate unique index b on sessions\n  (id);")
    ).toEqual([])
    expect(longLocksOf("0099_a.fill.sql", "insert into a select 1 from sessions;")).toEqual([])
    expect(longLocksOf("0099_a.fill.sql", "update sessions set status = 'x';").length).toBe(1)
  })

  test("is read statement by statement", () => {
    expect(statementsOf("select ';'; -- a; b\ncreate function f() as $$ a; b; $$ ;\nselect 1")).toEqual([
      "select ';'",
      "create function f() as $$ a; b; $$",
      "select 1"
    ])
  })
})
