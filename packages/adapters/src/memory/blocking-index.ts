import { after } from "@vouchkit/core/kernel/foundation/time"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import {
  BlockingIndex,
  idleWordTimeoutMs,
  type StoredKeys,
  type StoredWord
} from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { Effect, Layer } from "effect"
import { State } from "./state.ts"

const [keyTable, wordTable] = ["screening_blocking_keys", "screening_blocking_words"] as const

interface WordRow {
  readonly tenant: string
  readonly stored: StoredWord
  readonly idle_since: string | null
}
interface KeysRow {
  readonly tenant: string
  readonly stored: StoredKeys
}

/** What is kept of every tenant, and what a change lets go of. */
const keptKeys = (state: State["Service"]) => {
  const here = Effect.map(Tenant, ({ environment, organization }) => `${organization}/${environment}`)
  const words = () => state.rows(wordTable) as Map<string, WordRow>
  const keys = () => state.rows(keyTable) as Map<string, KeysRow>
  const of = (tenant: string): ReadonlyArray<StoredKeys> =>
    [...state.own(keyTable, `${tenant}/`).values()].map((held) => (held as KeysRow).stored)

  /** Notes of the words of a subject that it has no longer that perhaps no one has. */
  const letGo = (tenant: string, subject_id: string, kept: ReadonlySet<string>, at: string) =>
    Effect.suspend(() => {
      const gone = (keys().get(`${tenant}/${subject_id}`)?.stored.parts ?? []).filter((part) => !kept.has(part))
      return Effect.forEach(gone, (part) => {
        const word = words().get(`${tenant}/${part}`)
        if (word === undefined || word.idle_since !== null) return Effect.void
        return state.write(wordTable, `${tenant}/${part}`, { ...word, idle_since: at } satisfies WordRow)
      })
    })

  return { here, keys, letGo, of, words }
}

/** The part of the port that looks for words and subjects. */
const lookUps = (
  state: State["Service"],
  { here, of }: ReturnType<typeof keptKeys>
): Pick<BlockingIndex["Service"], "subjectsByKey" | "subjectsByPart" | "words"> => {
  const subjects = (has: (stored: StoredKeys) => boolean) =>
    Effect.flatMap(here, (tenant) =>
      state.read(() =>
        of(tenant)
          .filter(has)
          .map(({ subject_id }) => subject_id)
      )
    )

  return {
    words: (sought) =>
      Effect.flatMap(here, (tenant) =>
        state.read(() => {
          const wanted = new Set(sought)
          return [...state.own(wordTable, `${tenant}/`).values()]
            .map((held) => (held as WordRow).stored)
            .map(({ id, keys, parts, word }) => ({ id, word, parts, by: keys.filter((key) => wanted.has(key)) }))
            .filter(({ by }) => by.length > 0)
        })
      ),
    subjectsByKey: (sought) => {
      const wanted = new Set(sought)
      return subjects(({ keys }) => keys.some((key) => wanted.has(key)))
    },
    subjectsByPart: (sought) => {
      const wanted = new Set(sought)
      return subjects(({ parts }) => parts.some((part) => wanted.has(part)))
    }
  }
}

export const layer = Layer.effect(BlockingIndex)(
  Effect.map(State, (state) => {
    const kept = keptKeys(state)
    const { here, keys, letGo, of, words } = kept

    return {
      madeFor: (subject_id) => Effect.flatMap(here, (tenant) => state.read(() => keys().get(`${tenant}/${subject_id}`)?.stored.made_for)),
      put: (stored, at) =>
        Effect.flatMap(here, (tenant) =>
          state.transaction(
            Effect.gen(function* () {
              yield* letGo(tenant, stored.subject_id, new Set(stored.parts), at)
              for (const word of stored.words) {
                yield* state.write(wordTable, `${tenant}/${word.id}`, { tenant, stored: word, idle_since: null } satisfies WordRow)
              }
              yield* state.write(keyTable, `${tenant}/${stored.subject_id}`, { tenant, stored } satisfies KeysRow)
            })
          )
        ),
      remove: (subject_id, at) =>
        Effect.flatMap(here, (tenant) =>
          state.transaction(
            Effect.andThen(letGo(tenant, subject_id, new Set(), at), state.write(keyTable, `${tenant}/${subject_id}`, undefined))
          )
        ),
      ...lookUps(state, kept),
      forgetIdle: (at) =>
        state.transaction(
          Effect.suspend(() => {
            const over = [...words()].filter(
              ([, { idle_since, stored, tenant }]) =>
                idle_since !== null &&
                after(idle_since, idleWordTimeoutMs) <= at &&
                !of(tenant).some(({ parts }) => parts.includes(stored.id))
            )
            return Effect.as(
              Effect.forEach(over, ([key]) => state.write(wordTable, key, undefined)),
              over.length
            )
          })
        )
    }
  })
)
