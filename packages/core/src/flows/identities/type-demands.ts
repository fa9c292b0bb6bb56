import { Effect } from "effect"
import type { Problem } from "../../kernel/foundation/failure.ts"
import type { SealedDetails } from "../../resources/identities/details.ts"
import type { GivenIdentity } from "../../resources/identities/given.ts"
import type { StoredIdentity } from "../../resources/identities/model.ts"
import { identityTypeRows } from "../../resources/settings/identity-types/model.ts"

const isAbsent = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/**
 * What is wrong with an identity by its type, once a caller said this of it: the type is not in use, or a member that it requires is missing. Of an
 * identity that keeps its type, only members that the request clears count, so that others can change whatever the type came to require later.
 * The type cannot be archived before the transaction ends.
 */
export const typeProblems = Effect.fnUntraced(function* (
  { row, details }: { readonly row: StoredIdentity; readonly details: SealedDetails },
  given: GivenIdentity,
  typed: boolean
) {
  const key = row.identity_type
  const [type] = yield* identityTypeRows.held([key])
  if (type === undefined) {
    if (!typed) return []
    return [{ loc: ["body", "identity_type"], code: "unknown_key", message: "names no identity type in use" } satisfies Problem]
  }
  return type.required_fields
    .filter((field) => (typed || given[field] !== undefined) && isAbsent({ ...row, ...details }[field]))
    .map((field): Problem => ({ loc: ["body", field], code: "missing", message: `is required of identities of the type ${key}` }))
})
