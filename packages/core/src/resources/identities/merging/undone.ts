import { Equal } from "effect"
import { settled } from "../change.ts"
import type { SealedDetails } from "../details.ts"
import type { StoredIdentity } from "../model.ts"
import type { Party } from "./merged-record.ts"
import { chosenFields } from "./policy.ts"

/** An identity before a merge, right after it, and now. */
interface Turn {
  readonly before: Party
  readonly after: Party
  readonly current: Party
}

/** Stores keep the members of an object in an order of their own: it says nothing. */
const { equals: same } = Equal

interface Values<Value> {
  readonly before: Value
  readonly after: Value
  readonly current: Value
}

/** What the merge changed goes back; what it left alone stays, and so does what someone changed since. */
const undoneValue = <Value>({ after, before, current }: Values<Value>): { readonly value: Value; readonly changed: boolean } => {
  if (same(before, after)) return { value: current, changed: false }
  return same(current, after) ? { value: before, changed: false } : { value: current, changed: true }
}

/** As `undoneValue`, but of a list that was changed since only what the merge added goes. */
const undoneList = <Element>({ after, before, current }: Values<ReadonlyArray<Element>>) => {
  const whole = undoneValue({ after, before, current })
  if (!whole.changed) return whole
  const added = after.filter((one) => !before.some((other) => same(one, other)))
  return { value: current.filter((one) => !added.some((other) => same(one, other))), changed: true }
}

const undoneMap = <Value>({ after, before, current }: Values<Readonly<Record<string, Value>>>) => {
  const whole = undoneValue({ after, before, current })
  if (!whole.changed) return whole
  const [old, merged, now] = [new Map(Object.entries(before)), new Map(Object.entries(after)), new Map(Object.entries(current))]
  for (const [key, value] of merged) {
    const former = old.get(key)
    if (same(former, value) || !same(now.get(key), value)) continue
    if (former === undefined) now.delete(key)
    else now.set(key, former)
  }
  return { value: Object.fromEntries(now), changed: true }
}

const members = <Name extends keyof StoredIdentity>({ after, before, current }: Turn, name: Name): Values<StoredIdentity[Name]> => ({
  before: before.row[name],
  after: after.row[name],
  current: current.row[name]
})
const sealed = <Name extends keyof SealedDetails>({ after, before, current }: Turn, name: Name): Values<SealedDetails[Name]> => ({
  before: before.details[name],
  after: after.details[name],
  current: current.details[name]
})

const lists = ["conflicts", "addresses", "emails", "phones", "identification_numbers"] as const

/** The target of a merge as it was before, with what changed since; and the fields whose value of now stays, though the merge had set it. */
export const undoneTarget = (turn: Turn): Party & { readonly changed: ReadonlyArray<string> } => {
  const { after, before, current } = turn
  const changed: Array<string> = []
  const keep = <Value>(field: string, found: { readonly value: Value; readonly changed: boolean }): Value => {
    if (found.changed) changed.push(field)
    return found.value
  }
  const single = <Name extends keyof StoredIdentity>(name: Name) => keep(name, undoneValue(members(turn, name)))
  const list = <Name extends (typeof lists)[number]>(name: Name) => keep(name, undoneList<SealedDetails[Name][number]>(sealed(turn, name)))
  // A value goes back with its source.
  const sources = { ...current.row.sources }
  for (const field of [...chosenFields, "aliases", "emails", "phones"] as const) {
    const { value } = undoneValue({
      before: before.row.sources[field],
      after: after.row.sources[field],
      current: current.row.sources[field]
    })
    if (value === undefined) delete sources[field]
    else sources[field] = value
  }
  const { monitored_lists: _lists, monitoring_choice: _choice, ...others } = current.row
  const [monitored_lists, monitoring_choice] = [single("monitored_lists"), single("monitoring_choice")]
  const row = settled({
    ...others,
    ...(monitored_lists === undefined ? {} : { monitored_lists }),
    ...(monitoring_choice === undefined ? {} : { monitoring_choice }),
    sources,
    display_name: single("display_name"),
    first_name: single("first_name"),
    middle_name: single("middle_name"),
    last_name: single("last_name"),
    native_name: single("native_name"),
    date_of_birth: single("date_of_birth"),
    nationality: single("nationality"),
    country_of_residence: single("country_of_residence"),
    aliases: keep("aliases", undoneList(members(turn, "aliases"))),
    tags: keep("tags", undoneList(members(turn, "tags"))),
    metadata: keep("metadata", undoneMap(members(turn, "metadata"))),
    flagged: single("flagged"),
    blocked: single("blocked"),
    assurance: single("assurance"),
    risk: single("risk"),
    last_verified_at: single("last_verified_at"),
    session_count: current.row.session_count - (after.row.session_count - before.row.session_count)
  })
  const details: SealedDetails = {
    flag_reason: undoneValue(sealed(turn, "flag_reason")).value,
    block_reason: undoneValue(sealed(turn, "block_reason")).value,
    monitoring_reason: undoneValue(sealed(turn, "monitoring_reason")).value,
    conflicts: list("conflicts"),
    addresses: list("addresses"),
    emails: list("emails"),
    phones: list("phones"),
    identification_numbers: list("identification_numbers")
  }
  return { row, details, changed }
}
