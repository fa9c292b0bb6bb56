import { type AddedFace, FaceIndex, faceSearchLimits, nearestFaces } from "@vouchkit/core/verification/faces/face-index"
import type { SessionFace } from "@vouchkit/core/verification/faces/template"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect, Layer } from "effect"
import { State } from "./state.ts"

const table = "face_templates"

interface Row {
  readonly tenant: string
  readonly session_id: string
  readonly face: SessionFace
  readonly added_at: string
}

const inOrder = (one: AddedFace, other: AddedFace): number => {
  const [first, second] = [one, other].map(({ added_at, session_id }) => `${added_at} ${session_id}`)
  return first === undefined || second === undefined || first === second ? 0 : first < second ? -1 : 1
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && "face" in value && "tenant" in value

const here = Effect.map(Tenant, ({ environment, organization }) => `${organization}/${environment}`)
/** The rows of one tenant, by their keys. */
const rowsOf = (state: State["Service"], tenant: string): ReadonlyArray<readonly [string, Row]> =>
  [...state.rows(table)].flatMap(([key, value]) => (isRow(value) && value.tenant === tenant ? [[key, value] as const] : []))

export const layer = Layer.effect(FaceIndex)(
  Effect.map(State, (state) => {
    return {
      add: (session_id, face, added_at) =>
        Effect.flatMap(here, (tenant) => {
          const { name, version } = face.template.model
          return state.write(table, JSON.stringify([tenant, session_id, name, version]), {
            tenant,
            session_id,
            face,
            added_at
          } satisfies Row)
        }),
      search: (search) =>
        Effect.flatMap(here, (tenant) =>
          state.read(() => {
            const nearest = nearestFaces(search)
            const { name, version } = search.template.model
            const rows = rowsOf(state, tenant)
              .map(([, row]) => row)
              .filter(({ face: { template } }) => template.model.name === name && template.model.version === version)
              .sort((one, other) => (one.session_id < other.session_id ? 1 : -1))
            for (const { face, session_id } of rows.slice(0, faceSearchLimits.most_scanned))
              if (nearest.wants(session_id)) nearest.show(session_id, face)
            return { hits: nearest.hits, complete: rows.length <= faceSearchLimits.most_scanned }
          })
        ),
      of: (session_id) =>
        Effect.flatMap(here, (tenant) =>
          state.read(() => rowsOf(state, tenant).flatMap(([, row]) => (row.session_id === session_id ? [row.face] : [])))
        ),
      remove: (session_id) =>
        Effect.flatMap(here, (tenant) =>
          state.transaction(
            Effect.suspend(() => {
              const found = rowsOf(state, tenant).filter(([, row]) => row.session_id === session_id)
              return Effect.as(
                Effect.forEach(found, ([key]) => state.write(table, key, undefined)),
                found.length
              )
            })
          )
        ),
      count: Effect.flatMap(here, (tenant) => state.read(() => rowsOf(state, tenant).length)),
      addedUntil: (until, behind, limit) =>
        Effect.flatMap(here, (tenant) =>
          state.read(() =>
            rowsOf(state, tenant)
              .map(([, { added_at, session_id }]): AddedFace => ({ session_id, added_at }))
              .filter((face) => face.added_at <= until && (behind === null || inOrder(behind, face) < 0))
              .sort(inOrder)
              .slice(0, limit)
          )
        ),
      countUntil: (until, most) =>
        Effect.flatMap(here, (tenant) =>
          state.read(() => Math.min(most, rowsOf(state, tenant).filter(([, { added_at }]) => added_at <= until).length))
        )
    }
  })
)
