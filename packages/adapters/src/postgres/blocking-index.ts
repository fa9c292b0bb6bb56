import { after } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import {
  BlockingIndex,
  type FoundWord,
  idleWordTimeoutMs,
  type StoredKeys,
  type StoredWord
} from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import type { Parameters } from "./statements/statement.ts"

/** Words that one statement forgets: few enough that their locks are held for moments. */
const forgottenAtOnce = 500

/** What is looked for under an array of a table, and how the rows of its keys are put together. */
interface Look {
  readonly table: string
  readonly column: string
  readonly type: "bigint" | "text"
  readonly wanted: string
  readonly together: string
}

const wordsByKey: Look = {
  table: "screening_blocking_words",
  column: "keys",
  type: "bigint",
  wanted: "kept.id, kept.word, kept.parts, array_agg(sought.key)::text[] as by",
  together: "group by kept.id, kept.word, kept.parts"
}

// Nothing here is guarded, so that nothing collides.
const settled = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    effect,
    (failure): failure is Extract<E, { readonly _tag: "Conflict" }> => Object(failure)._tag === "Conflict",
    (failure) => Effect.die(failure)
  )
const owned = (tenant: Tenant["Service"], alias: string, parameters: Parameters) =>
  `${alias}.organization = ${parameters.add(tenant.organization)} and ${alias}.environment = ${parameters.add(tenant.environment)}`

/** Notes of words that perhaps no one has any more, in the order in which everybody locks them. */
const lettingGo = (tenant: Tenant["Service"], subject_id: string, kept: ReadonlyArray<string>, at: string, parameters: Parameters) => {
  const gone = `select part from screening_blocking_keys as before, unnest(before.parts) as part where ${owned(tenant, "before", parameters)} and before.id = ${parameters.add(subject_id)} and part <> all(${parameters.add([...kept])}::text[])`
  const held = `select word.id from screening_blocking_words as word where ${owned(tenant, "word", parameters)} and word.idle_since is null and word.id in (${gone}) order by word.id for no key update`
  return `update screening_blocking_words as word set idle_since = ${parameters.add(at)} where ${owned(tenant, "word", parameters)} and word.id in (${held})`
}

const givenWords = (words: ReadonlyArray<StoredWord>, parameters: Parameters) =>
  `select v ->> 0 as id, v ->> 1 as word, array(select jsonb_array_elements_text(v -> 2)) as parts, array(select jsonb_array_elements_text(v -> 3)::bigint) as keys from jsonb_array_elements(${parameters.add(JSON.stringify(words.map(({ id, keys, parts, word }) => [id, word, parts, keys])))}::text::jsonb) as row (v)`

/** Writes the keys of a subject and the words that it has, and lets go of those that it has no longer. */
const putting = (
  tenant: Tenant["Service"],
  { keys, made_for, parts, subject_id, words }: StoredKeys,
  at: string,
  parameters: Parameters
): string => {
  const owner = [tenant.organization, tenant.environment].map((value) => parameters.add(value)).join(", ")
  const made = `insert into screening_blocking_words (organization, environment, id, word, parts, keys) select ${owner}, given.id, given.word, given.parts, given.keys from given order by given.id collate "C" on conflict do nothing`
  // What is there already is only written to where someone may be about to forget it, or where other rules made its keys.
  const held = `select word.id, given.keys from given join screening_blocking_words as word on ${owned(tenant, "word", parameters)} and word.id = given.id collate "C" where word.idle_since is not null or word.keys <> given.keys order by word.id for no key update of word`
  const stays = `update screening_blocking_words as word set idle_since = null, keys = held.keys from (${held}) as held where ${owned(tenant, "word", parameters)} and word.id = held.id`
  const values = `${owner}, ${parameters.add(subject_id)}, ${parameters.add(made_for)}, ${parameters.add(keys.map(String))}::text[]::bigint[], ${parameters.add([...parts])}::text[]`
  const kept = `insert into screening_blocking_keys (organization, environment, id, made_for, keys, parts) values (${values}) on conflict (organization, environment, id) do update set made_for = excluded.made_for, keys = excluded.keys, parts = excluded.parts`
  return `with given as (${givenWords(words, parameters)}), gone as (${lettingGo(tenant, subject_id, parts, at, parameters)}), made as (${made}), stays as (${stays}) ${kept}`
}

/** The part of the port that looks for words and subjects. */
const lookUps = (query: Database["Service"]["query"]): Pick<BlockingIndex["Service"], "subjectsByKey" | "subjectsByPart" | "words"> => {
  /**
   * One look into the index of keys for each key, whatever the statistics say: all of them at once the planner would rather answer by going
   * through the table, and beside the tenant it would go through all rows of the tenant for each.
   */
  const under = (look: Look, values: ReadonlyArray<string>) =>
    Effect.flatMap(Tenant, (tenant) =>
      values.length === 0
        ? Effect.succeed([])
        : query(
            (parameters) =>
              `select ${look.wanted} from unnest(${parameters.add([...values])}::text[]::${look.type}[]) as sought (key) cross join lateral (select * from ${look.table} as kept where kept.${look.column} @> array[sought.key] offset 0) as kept where ${owned(tenant, "kept", parameters)} ${look.together}`
          )
    )
  const subjects = (column: string, type: Look["type"], values: ReadonlyArray<string>) =>
    Effect.map(under({ table: "screening_blocking_keys", column, type, wanted: "distinct kept.id", together: "" }, values), (rows) =>
      rows.map(({ id }): string => id)
    )

  return {
    words: (keys) =>
      Effect.map(under(wordsByKey, keys.map(String)), (rows) =>
        rows.map(({ by, id, parts, word }): FoundWord => ({ id, word, parts, by: by.map(Number) }))
      ),
    subjectsByKey: (keys) => subjects("keys", "bigint", keys.map(String)),
    subjectsByPart: (parts) => subjects("parts", "text", parts)
  }
}

export const layer = Layer.effect(BlockingIndex)(
  Effect.gen(function* () {
    const { query, run } = yield* Database
    const put = Effect.fnUntraced(function* (stored: StoredKeys, at: string) {
      const tenant = yield* Tenant
      yield* settled(run((parameters) => putting(tenant, stored, at, parameters)))
    })

    const remove = Effect.fnUntraced(function* (subject_id: string, at: string) {
      const tenant = yield* Tenant
      yield* settled(
        Effect.gen(function* () {
          yield* run((parameters) => lettingGo(tenant, subject_id, [], at, parameters))
          yield* run(
            (parameters) =>
              `delete from screening_blocking_keys as kept where ${owned(tenant, "kept", parameters)} and kept.id = ${parameters.add(subject_id)}`
          )
        })
      )
    })

    return {
      madeFor: Effect.fnUntraced(function* (subject_id: string) {
        const tenant = yield* Tenant
        const [row] = yield* query(
          (parameters) =>
            `select kept.made_for from screening_blocking_keys as kept where ${owned(tenant, "kept", parameters)} and kept.id = ${parameters.add(subject_id)}`
        )
        const made_for: string | undefined = row?.made_for
        return made_for
      }),
      put,
      remove,
      ...lookUps(query),
      forgetIdle: (at) =>
        Effect.map(
          settled(
            run((parameters) => {
              const idle = `select word.organization, word.environment, word.id from screening_blocking_words as word where word.idle_since <= ${parameters.add(after(at, -idleWordTimeoutMs))} and not exists (select 1 from screening_blocking_keys as kept where kept.parts @> array[word.id] and kept.organization = word.organization and kept.environment = word.environment) order by word.idle_since limit ${forgottenAtOnce} for update skip locked`
              return `delete from screening_blocking_words as word using (${idle}) as idle where word.organization = idle.organization and word.environment = idle.environment and word.id = idle.id returning 1`
            })
          ),
          (rows) => rows.length
        )
    }
  })
)
