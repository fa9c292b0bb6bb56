import { LinkDirectory } from "@vouchkit/core/sessions/link-directory"
import type { StoredLink } from "@vouchkit/core/sessions/links"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"

export const layer = Layer.effect(LinkDirectory)(
  Effect.map(Database, (database) => ({
    find: (token_hash) =>
      Effect.map(
        database.query(
          (parameters) => `select organization, environment, data from verification_links where token_hash = ${parameters.add(token_hash)}`
        ),
        ([row]) =>
          row === undefined ? undefined : { organization: row.organization, environment: row.environment, link: row.data as StoredLink }
      )
  }))
)
