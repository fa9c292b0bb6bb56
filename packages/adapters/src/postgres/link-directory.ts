import { LinkDirectory } from "@vouchkit/core/resources/sessions/links/directory"
import { firstLinkOf } from "@vouchkit/core/resources/sessions/links/first-link"
import type { StoredLink } from "@vouchkit/core/resources/sessions/links/model"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"

export const layer = Layer.effect(LinkDirectory)(
  Effect.map(Database, (database) => ({
    find: (token_hash) =>
      Effect.map(
        database.query((parameters) => {
          const hash = parameters.add(token_hash)
          return `select organization, environment, data as link, null as session from verification_links where token_hash = ${hash} union all select organization, environment, null, data from sessions where first_link_hash = ${hash}`
        }),
        (rows) => {
          // A link that has a row is what its row says, whatever its session still keeps of it.
          const row = rows.find((one) => one.link !== null) ?? rows[0]
          if (row === undefined) return undefined
          const link: StoredLink | undefined = row.link ?? firstLinkOf(row.session)
          return link === undefined ? undefined : { organization: row.organization, environment: row.environment, link }
        }
      )
  }))
)
