import { Effect } from "effect"
import { listFormat, listFormatNames } from "../sources/catalogue.ts"
import { PublicListEditions } from "./list-editions.ts"
import { sampleList } from "../sources/sample.ts"

/** Results tell an older list of an organization apart by this when a public one of its key came later. */
const prefix = "own_"

/** Keys of the lists of publishers that can be imported, whether they are loaded or not. */
export const publishedKeys: ReadonlySet<string> = new Set([
  sampleList.key,
  ...listFormatNames.filter((name) => name !== "customer_csv").map((name) => listFormat(name).key)
])

/** Whether a key names a list of a publisher, be it loaded or not: a result that names a list must leave no doubt which. */
export const isPublicKey = (key: string) =>
  key.startsWith(prefix) || publishedKeys.has(key)
    ? Effect.succeed(true)
    : Effect.gen(function* () {
        return (yield* (yield* PublicListEditions).status(key)) !== undefined
      })
