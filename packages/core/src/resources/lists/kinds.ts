import { Schema } from "effect"

/** What an entry is about. */
export const EntryType = Schema.Literals([
  "name",
  "email",
  "phone",
  "government_id",
  "face",
  "ip_address",
  "country",
  "geolocation",
  "browser_fingerprint",
  "device_fingerprint",
  "wallet_address",
  "bank_account",
  "string"
]).annotate({ identifier: "ListEntryType" })
export type EntryType = typeof EntryType.Type

/** How a value is compared with an entry. */
export const MatchMode = Schema.Literals(["exact", "normalized", "fuzzy", "cidr", "domain", "prefix", "face"]).annotate({
  identifier: "ListMatchMode"
})
export type MatchMode = typeof MatchMode.Type

export const ListKind = Schema.Literals(["allow", "block", "flag"]).annotate({ identifier: "ListKind" })
export type ListKind = typeof ListKind.Type

/** What a match leads to, unless an entry of a stronger kind of list matches the same type of value. */
export const ListAction = Schema.Literals(["approve", "decline", "review", "tag"]).annotate({ identifier: "ListAction" })
export type ListAction = typeof ListAction.Type

/** The modes by which each type can be compared, the standard one first. Faces are compared by likeness, and nothing else is. */
export const modesOf = {
  name: ["normalized", "exact", "fuzzy"],
  email: ["normalized", "exact", "domain"],
  phone: ["normalized", "exact", "prefix"],
  government_id: ["normalized", "exact", "prefix"],
  face: ["face"],
  ip_address: ["normalized", "exact", "cidr"],
  country: ["normalized", "exact"],
  geolocation: ["normalized", "exact"],
  browser_fingerprint: ["normalized", "exact"],
  device_fingerprint: ["normalized", "exact"],
  wallet_address: ["normalized", "exact"],
  bank_account: ["normalized", "exact", "prefix"],
  string: ["normalized", "exact", "prefix"]
} as const satisfies Record<EntryType, ReadonlyArray<MatchMode>>

/** The mode of a list or entry that names none. */
export const standardMode = (type: EntryType): MatchMode => modesOf[type][0]

export const takesMode = (type: EntryType, mode: MatchMode): boolean => modesOf[type].some((one) => one === mode)

/** The actions that fit each kind, the standard one first: an allow list stops nothing, and a block list lets nothing through. */
export const actionsOf = {
  allow: ["approve"],
  block: ["decline", "review"],
  flag: ["tag", "review"]
} as const satisfies Record<ListKind, ReadonlyArray<ListAction>>

export const takesAction = (kind: ListKind, action: ListAction): boolean => actionsOf[kind].some((one) => one === action)
