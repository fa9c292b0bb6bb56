import { type AddedFace, FaceIndex, type FaceSearch, faceSearchLimits, nearestFaces } from "@vouchkit/core/verification/faces/face-index"
import { openFace, type SessionFace, sealFace } from "@vouchkit/core/verification/faces/template"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import type { Parameters } from "./statements/statement.ts"

/** Rows that are opened in one go: some milliseconds of work, after which others have their turn. */
const batch = 500

/** How many faces there are, and which were added until when. */
const counting = (query: Database["Service"]["query"]) => {
  const count = Effect.gen(function* () {
    const { environment, organization } = yield* Tenant
    const [row] = yield* query(
      (parameters) =>
        `select count(*)::int as faces from face_templates where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)}`
    )
    const faces: number = row?.faces ?? 0
    return faces
  })

  const addedUntil = Effect.fnUntraced(function* (until: string, behind: AddedFace | null, limit: number) {
    const { environment, organization } = yield* Tenant
    const rows = yield* query((parameters) => {
      const own = `organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)}`
      const later =
        behind === null ? "" : ` and (created_at, session_id) > (${parameters.add(behind.added_at)}, ${parameters.add(behind.session_id)})`
      return `select session_id, created_at from face_templates where ${own} and created_at <= ${parameters.add(until)}${later} order by created_at, session_id limit ${parameters.add(limit)}`
    })
    return rows.map(({ created_at, session_id }): AddedFace => ({ session_id, added_at: created_at }))
  })

  const countUntil = Effect.fnUntraced(function* (until: string, most: number) {
    const { environment, organization } = yield* Tenant
    const [row] = yield* query(
      (parameters) =>
        `select count(*)::int as faces from (select 1 from face_templates where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and created_at <= ${parameters.add(until)} limit ${parameters.add(most)}) as added`
    )
    const faces: number = row?.faces ?? 0
    return faces
  })

  return { count, addedUntil, countUntil }
}

/**
 * Faces in PostgreSQL, sealed. A search walks through all faces of the tenant's model, the newest first, and opens each: one to three seconds for 100,000.
 * A foreign key violation (a session that is not there) is a defect of the caller.
 */
export const layer = Layer.effect(FaceIndex)(
  Effect.gen(function* () {
    const { query, run } = yield* Database
    const write = (build: (parameters: Parameters) => string) => Effect.catchTag(run(build), "Conflict", (failure) => Effect.die(failure))

    const add = Effect.fnUntraced(function* (session_id: string, face: SessionFace, at: string) {
      const { environment, organization } = yield* Tenant
      const sealed = yield* sealFace(session_id, face)
      const { name, version } = face.template.model
      yield* write((parameters) => {
        const values = [organization, environment, name, version, session_id, sealed, at].map((value) => parameters.add(value))
        return `insert into face_templates (organization, environment, model_name, model_version, session_id, sealed, created_at) values (${values.join(", ")}) on conflict (organization, environment, model_name, model_version, session_id) do update set sealed = excluded.sealed, created_at = excluded.created_at`
      })
    })

    const page = Effect.fnUntraced(function* ({ template: { model } }: FaceSearch, before: string | null) {
      const { environment, organization } = yield* Tenant
      const rows = yield* query((parameters) => {
        const where = `organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and model_name = ${parameters.add(model.name)} and model_version = ${parameters.add(model.version)}`
        const older = before === null ? "" : ` and session_id < ${parameters.add(before)}`
        return `select session_id, sealed from face_templates where ${where}${older} order by session_id desc limit ${parameters.add(batch)}`
      })
      return rows.map(({ sealed, session_id }): { readonly session_id: string; readonly sealed: string } => ({ session_id, sealed }))
    })

    const search = Effect.fnUntraced(function* (search: FaceSearch) {
      const nearest = nearestFaces(search)
      let before: string | null = null
      for (let scanned = 0; scanned < faceSearchLimits.most_scanned; scanned += batch) {
        const rows: ReadonlyArray<{ readonly session_id: string; readonly sealed: string }> = yield* page(search, before)
        for (const { sealed, session_id } of rows) {
          if (!nearest.wants(session_id)) continue
          nearest.show(session_id, yield* openFace(session_id, sealed))
        }
        if (rows.length < batch) return { hits: nearest.hits, complete: true }
        before = rows.at(-1)?.session_id ?? null
      }
      return { hits: nearest.hits, complete: false }
    })

    const of = Effect.fnUntraced(function* (session_id: string) {
      const { environment, organization } = yield* Tenant
      const rows = yield* query(
        (parameters) =>
          `select sealed from face_templates where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and session_id = ${parameters.add(session_id)} order by created_at`
      )
      return yield* Effect.forEach(rows, ({ sealed }) => openFace(session_id, sealed))
    })

    const remove = Effect.fnUntraced(function* (session_id: string) {
      const { environment, organization } = yield* Tenant
      const rows = yield* write(
        (parameters) =>
          `delete from face_templates where organization = ${parameters.add(organization)} and environment = ${parameters.add(environment)} and session_id = ${parameters.add(session_id)} returning 1`
      )
      return rows.length
    })

    return { add, search, of, remove, ...counting(query) }
  })
)
