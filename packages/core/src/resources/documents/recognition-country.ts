import { Effect } from "effect"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { parsePostalAddress } from "../../verification/proof-of-address/compare/addresses/postal-address.ts"
import { SessionStore, type StoredSession } from "../sessions/model.ts"
import { DocumentStore, type StoredDocument } from "./model.ts"

/** The region of a locale: `de-AT` is Austria. A language alone names no country. */
const regionOf = (locale: string | null | undefined): string | null =>
  locale
    ?.split("-")
    .slice(1)
    .find((part) => /^[A-Z]{2}$/iu.test(part))
    ?.toUpperCase() ?? null

/** The country of an address by its parts; of one that is a single text by its last words or by a postcode that no other country has. */
const addressCountry = ({ address }: StoredSession["expected"]): string | null => {
  if (address === undefined || address === null) return null
  return typeof address === "string" ? parsePostalAddress(address.split("\n"), null).country : (address.country ?? null)
}

/**
 * The country whose languages a proof of address is read in, where no one declared one: bills come from where a person lives, else from the
 * state whose document the person holds, else from where the person's telephone says that it is.
 */
export const recognitionCountry = (
  { issuing_country }: Pick<StoredDocument, "issuing_country">,
  session: Pick<StoredSession, "contact" | "expected"> | undefined,
  identity: ReadonlyArray<Pick<StoredDocument, "issuing_country">>
): string | null =>
  issuing_country ??
  (session === undefined ? null : addressCountry(session.expected)) ??
  session?.expected.country ??
  identity.find((document) => document.issuing_country !== null)?.issuing_country ??
  regionOf(session?.contact.locale)

/** What the session says of where a document is from, for the languages to recognize it in; a document that stands alone has itself only. */
export const countryFor = Effect.fnUntraced(function* (document: StoredDocument) {
  const { issuing_country, session_id } = document
  if (issuing_country !== null || session_id === null) return issuing_country
  const { transaction } = yield* UnitOfWork
  return yield* transaction(
    Effect.gen(function* () {
      const identity = yield* (yield* DocumentStore).list({
        where: [
          { field: "session_id", op: "eq", value: session_id },
          { field: "kind", op: "eq", value: "identity" },
          { field: "status", op: "eq", value: "processed" }
        ],
        order: [{ field: "created_at", direction: "desc" }],
        limit: 10
      })
      return recognitionCountry(document, yield* (yield* SessionStore).find(session_id), identity)
    })
  )
})
