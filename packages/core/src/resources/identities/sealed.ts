import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { DamagedRecord, Vault } from "../../kernel/storage/vault.ts"
import { normalizedText } from "../../verification/names/text/normalized.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { IdentificationNumber, MarkReason, type SealedDetails, sealedFields, shownDetails } from "./details.ts"
import { type Identity, identities, type StoredIdentity } from "./model.ts"
import { shownMonitoring } from "./monitoring/model.ts"

/** What details are sealed for, and digested for. */
const purpose = "identity-details"

const { last4: _derived, ...kept } = IdentificationNumber.fields
const reason = Schema.NullOr(MarkReason).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
const Plain = Schema.fromJsonString(
  Schema.Struct({
    ...sealedFields,
    flag_reason: reason,
    block_reason: reason,
    monitoring_reason: reason,
    identification_numbers: Schema.Array(Schema.Struct(kept))
  })
)
const encodePlain = Schema.encodeSync(Plain)
const decodePlain = Schema.decodeUnknownEffect(Plain)

/** Encrypts details for the identity with this id; they open there only. */
export const sealDetails = Effect.fnUntraced(function* (id: string, details: SealedDetails) {
  return yield* (yield* Vault).seal(purpose, id, encodePlain(details))
})

const damaged = (id: string) =>
  new StorageUnavailable({ cause: new DamagedRecord({ action: "identities.damaged_value_refused", target: { type: "identity", id } }) })

/** The details of an identity in clear. */
export const openDetails = Effect.fnUntraced(function* ({ id, sealed_details }: Pick<StoredIdentity, "id" | "sealed_details">) {
  const plain = yield* Effect.mapError((yield* Vault).open(purpose, id, sealed_details), () => damaged(id))
  const details: SealedDetails = yield* decodePlain(plain).pipe(Effect.mapError(() => damaged(id)))
  return details
})

/** The identity as the API shows it, with these details. */
export const presentOpened = (row: StoredIdentity, details: SealedDetails, at: string): Identity => ({
  ...identities.present(row),
  ...shownDetails(details),
  monitoring: { ...shownMonitoring(row, at), reason: details.monitoring_reason },
  flagged: row.flagged === null ? null : { ...row.flagged, reason: details.flag_reason },
  blocked: row.blocked === null ? null : { ...row.blocked, reason: details.block_reason }
})

/** The identity as the API shows it. */
export const presentIdentity = Effect.fnUntraced(function* (row: StoredIdentity) {
  return presentOpened(row, yield* openDetails(row), yield* tenantNow)
})

/** Letters and digits alone, in capitals: numbers are written with spaces and hyphens by some and without by others. */
const bare = (value: string): string =>
  value
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "")

/** What is found by its digest, in the form in which it is compared. */
export const comparedForms = {
  number: bare,
  email: (value: string) => value.normalize("NFKC").trim().toLowerCase(),
  phone: (value: string) => value.replace(/\D/gu, ""),
  address: (value: string) => normalizedText(value).replace(/\s+/gu, " ").trim()
} as const
export type DetailKind = keyof typeof comparedForms

/** The keyed digest of a value: no one without the key can try values, and two tenants cannot be compared. */
export const detailDigest = Effect.fnUntraced(function* (kind: DetailKind, value: string) {
  const { environment, organization } = yield* Tenant
  return (yield* Vault).digest(purpose, [organization, environment, kind, comparedForms[kind](value)].join("\u001f"))
})

/** An address in one line, whichever way it was given. */
export const addressLine = ({ source: _source, ...address }: Partial<SealedDetails["addresses"][number]>): string =>
  address.text ??
  [address.line1, address.line2, address.unit, address.house_number, address.street, address.city, address.region, address.postal_code]
    .concat(address.country)
    .filter((part) => part !== undefined)
    .join(", ")

/** The digests of everything that is sealed, each once. */
export const digestsOf = Effect.fnUntraced(function* ({ addresses, emails, identification_numbers, phones }: SealedDetails) {
  const all = yield* Effect.all([
    ...identification_numbers.map(({ value }) => detailDigest("number", value)),
    ...emails.map((value) => detailDigest("email", value)),
    ...phones.map((value) => detailDigest("phone", value)),
    ...addresses.map((address) => detailDigest("address", addressLine(address)))
  ])
  return [...new Set(all)]
})
