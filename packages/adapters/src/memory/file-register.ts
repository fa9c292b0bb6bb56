import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { type FileEntry, FileRegister } from "@vouchkit/core/resources/documents/file-register"
import { Clock, Effect, Layer } from "effect"
import { tenantOf } from "./ports.ts"
import { State } from "./state.ts"

interface Entry extends FileEntry {
  /** Who removes the file, in a row that says that it is being removed. */
  readonly holder: string | null
  readonly ends_ms: number
}
const table = "stored_files"
const removalOf = (name: string) => `removal:${name}`

/** The rows of all tenants, and how those of one are changed. */
const keptRows = (state: State["Service"]) => {
  const own = Effect.map(Tenant, ({ environment, organization }) => `${organization}/${environment}/`)
  const entryAt = (key: string) => state.rows(table).get(key) as Entry | undefined
  const entries = () => [...state.rows(table)].map(([key, row]) => ({ key, entry: row as Entry }))
  /** What is done with the rows of a tenant at this moment, as one transaction or as part of the one that is open. */
  const within = <A>(work: (prefix: string, now_ms: number) => Effect.Effect<A>): Effect.Effect<A, never, Tenant> =>
    Effect.flatMap(own, (prefix) =>
      state.transaction(Effect.flatMap(Clock.currentTimeMillis, (now_ms) => Effect.suspend(() => work(prefix, now_ms))))
    )
  const write = (key: string, entry: Entry | undefined) => state.write(table, key, entry)

  return { entries, entryAt, within, write }
}

export const layer = Layer.effect(FileRegister)(
  Effect.map(State, (state) => {
    const { entries, entryAt, within, write } = keptRows(state)
    return {
      enter: ({ id, name }, lasts_ms) =>
        within((prefix, now_ms) => write(prefix + id, { id, name, holder: null, ends_ms: now_ms + lasts_ms })),
      strike: (ids) =>
        within((prefix) => {
          const known = ids.filter((id) => entryAt(prefix + id) !== undefined)
          return Effect.as(
            Effect.forEach(known, (id) => write(prefix + id, undefined), { discard: true }),
            known.length
          )
        }),
      beginRemoval: ({ holder, name }, lasts_ms) =>
        within((prefix, now_ms) => {
          const id = removalOf(name)
          const ended = entries().filter(
            ({ entry, key }) => key.startsWith(prefix) && entry.name === name && entry.holder === null && entry.ends_ms <= now_ms
          )
          const forgotten = Effect.forEach(ended, ({ key }) => write(key, undefined), { discard: true })
          const begun = entryAt(prefix + id)
          return begun !== undefined && begun.ends_ms > now_ms
            ? Effect.as(forgotten, false)
            : Effect.as(Effect.andThen(forgotten, write(prefix + id, { id, name, holder, ends_ms: now_ms + lasts_ms })), true)
        }),
      endRemoval: ({ holder, name }) =>
        within((prefix) =>
          entryAt(prefix + removalOf(name))?.holder === holder ? write(prefix + removalOf(name), undefined) : Effect.void
        ),
      isBeingRemoved: (name) => within((prefix) => Effect.succeed(entryAt(prefix + removalOf(name)) !== undefined)),
      isPending: (name) =>
        within((prefix, now_ms) =>
          Effect.succeed(
            entries().some(
              ({ entry, key }) => key.startsWith(prefix) && entry.name === name && entry.holder === null && entry.ends_ms > now_ms
            )
          )
        ),
      ended: (limit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now_ms) =>
          state.read(() => {
            const ended = entries()
              .filter(({ entry }) => entry.ends_ms <= now_ms)
              .slice(0, limit)
              .map(
                ({ entry, key }) => [`${key.slice(0, key.lastIndexOf("/"))}/${entry.name}`, { ...tenantOf(key), name: entry.name }] as const
              )
            return [...new Map(ended).values()]
          })
        )
    }
  })
)
