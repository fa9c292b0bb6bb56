import type { Schema } from "effect"
import { metadataProblems } from "../../../kernel/foundation/metadata.ts"
import { textLimits } from "../../../kernel/foundation/text.ts"
import { normalizedText } from "../../../verification/names/text/normalized.ts"
import { strongerAssurance } from "../assurance.ts"
import { settled } from "../change.ts"
import { detailLimits, type SealedDetails } from "../details.ts"
import type { StoredIdentity } from "../model.ts"
import { notMonitored } from "../monitoring/model.ts"
import { addressLine, comparedForms } from "../sealed.ts"
import { type ChosenField, chosen, chosenFields, type FieldPolicy, ruleOf } from "./policy.ts"

/** An identity with what is sealed of it in clear. */
export interface Party {
  readonly row: StoredIdentity
  readonly details: SealedDetails
}

/** A field of which the identities have several values, and whose holds after the merge. */
export interface FieldConflict<Value extends Schema.Json = Schema.Json> {
  readonly field: string
  readonly values: ReadonlyArray<{ readonly identity_id: string; readonly value: Value }>
  readonly taken_from: string | null
}

export interface MergedRecord extends Party {
  readonly conflicts: ReadonlyArray<FieldConflict<string>>
  /** What had no room in the lists of one identity: the sources keep it. */
  readonly left_out: ReadonlyArray<{ readonly field: string; readonly count: number }>
}

const plain = (text: string): string => normalizedText(text).trim()

/** What counts as the value of a field: a name to be shown only where someone set it. */
const heldOf = ({ row }: Party, field: ChosenField): string | null =>
  field === "display_name" && row.sources.display_name === undefined ? null : row[field]

const withChosen = (parties: ReadonlyArray<Party>, target: StoredIdentity, policy: FieldPolicy) => {
  const values: { [Field in ChosenField]?: string | null } = {}
  const sources = { ...target.sources }
  const conflicts: Array<FieldConflict<string>> = []
  for (const field of chosenFields) {
    const held = parties.map((party) => ({
      identity_id: party.row.id,
      value: heldOf(party, field),
      at: party.row.sources[field]?.at ?? null,
      source: party.row.sources[field]
    }))
    const taken = chosen<string, (typeof held)[number]>(ruleOf(policy, field), held)
    values[field] = taken?.value ?? null
    if (taken?.source === undefined) delete sources[field]
    else sources[field] = taken.source
    const having = held.flatMap(({ identity_id, value }) => (value === null ? [] : [{ identity_id, value }]))
    if (new Set(having.map(({ value }) => plain(value))).size > 1) {
      conflicts.push({ field, values: having, taken_from: taken?.identity_id ?? null })
    }
  }
  return { values, sources, conflicts }
}

/** Elements of several lists, each once by what it is known by, up to so many. */
const joined = <Element>(lists: ReadonlyArray<ReadonlyArray<Element>>, keyOf: (element: Element) => string, most: number) => {
  const all = new Map<string, Element>()
  for (const element of lists.flat()) if (!all.has(keyOf(element))) all.set(keyOf(element), element)
  return { kept: [...all.values()].slice(0, most), left_out: Math.max(0, all.size - most) }
}

/** Whether someone asked for its monitoring, paused or not. */
const isMonitored = ({ row }: Party): boolean => (row.monitoring_choice ?? notMonitored).status !== "off"

/** Whoever is monitored stays so as part of the target, by the lists that were chosen. */
const watched = (parties: ReadonlyArray<Party>) => {
  const { monitored_lists, monitoring_choice } = parties.find(isMonitored)?.row ?? {}
  return {
    ...(monitoring_choice === undefined ? {} : { monitoring_choice }),
    ...(monitored_lists === undefined ? {} : { monitored_lists })
  }
}

const withDetails = (parties: ReadonlyArray<Party>) => {
  const lists = <Name extends keyof SealedDetails>(name: Name) => parties.map(({ details }) => details[name])
  const marked = (mark: "flagged" | "blocked") => parties.find(({ row }) => row[mark] !== null)
  const [flagged, blocked] = [marked("flagged"), marked("blocked")]
  const monitored = parties.find(isMonitored)
  const all = {
    conflicts: joined(lists("conflicts"), (one) => JSON.stringify(one), detailLimits.conflicts),
    addresses: joined(lists("addresses"), (one) => comparedForms.address(addressLine(one)), detailLimits.addresses),
    emails: joined(lists("emails"), comparedForms.email, detailLimits.emails),
    phones: joined(lists("phones"), comparedForms.phone, detailLimits.phones),
    identification_numbers: joined(
      lists("identification_numbers"),
      ({ country, type, value }) => [type, country, comparedForms.number(value)].join("\n"),
      detailLimits.identification_numbers
    )
  }
  const details: SealedDetails = {
    flag_reason: flagged?.details.flag_reason ?? null,
    block_reason: blocked?.details.block_reason ?? null,
    monitoring_reason: monitored?.details.monitoring_reason ?? null,
    conflicts: all.conflicts.kept,
    addresses: all.addresses.kept,
    emails: all.emails.kept,
    phones: all.phones.kept,
    identification_numbers: all.identification_numbers.kept
  }
  return { details, flagged: flagged?.row.flagged ?? null, blocked: blocked?.row.blocked ?? null, all }
}

/** What the target has, with what there is room for of what only sources have. */
const joinedMetadata = (parties: ReadonlyArray<Party>): StoredIdentity["metadata"] => {
  let all: StoredIdentity["metadata"] = {}
  for (const { row } of parties) {
    for (const [key, value] of Object.entries(row.metadata)) {
      if (Object.hasOwn(all, key)) continue
      const next = { ...all, [key]: value }
      if (metadataProblems(next).length === 0) all = next
    }
  }
  return all
}

/**
 * The target with what its sources bring. Of a field with one value the policy chooses; lists are joined, and other names that a source was shown
 * by become aliases; a mark on any of them is a mark on all, and the highest assurance holds. The target keeps its type and its reference.
 */
export const mergedRecord = (target: Party, sources: ReadonlyArray<Party>, policy: FieldPolicy, at: string): MergedRecord => {
  const parties = [target, ...sources]
  const { conflicts, sources: origins, values } = withChosen(parties, target.row, policy)
  const { all, blocked, details, flagged } = withDetails(parties)
  const tags = joined(
    parties.map(({ row }) => row.tags),
    (tag) => tag,
    textLimits.tags
  )
  const bare = settled({ ...target.row, ...values, sources: origins })
  const shown = sources.flatMap(({ row: { display_name } }) => (display_name === null ? [] : [display_name]))
  const names = [...parties.map(({ row }) => row.aliases), shown.filter((name) => [...name].length <= 255)]
  const aliases = joined(
    names.map((list) => list.filter((name) => plain(name) !== plain(bare.display_name ?? ""))),
    plain,
    detailLimits.aliases
  )
  for (const list of ["aliases", "emails", "phones"] as const) {
    const first = parties.find(({ row }) => row.sources[list] !== undefined)?.row.sources[list]
    if (origins[list] === undefined && first !== undefined) origins[list] = first
  }
  const newest = parties.reduce((one, other) => ((other.row.last_verified_at ?? "") > (one.row.last_verified_at ?? "") ? other : one))
  const [first, ...others] = parties.map(({ row }) => row.assurance).toReversed()
  const row = settled({
    ...bare,
    ...watched(parties),
    sources: origins,
    aliases: aliases.kept,
    tags: tags.kept,
    metadata: joinedMetadata(parties),
    flagged,
    blocked,
    assurance: others.reduce((before, earned) => strongerAssurance(before, earned, at), first ?? target.row.assurance),
    risk: newest.row.risk,
    last_verified_at: newest.row.last_verified_at,
    session_count: parties.reduce((sum, one) => sum + one.row.session_count, 0)
  })
  const left_out = Object.entries({ ...all, tags, aliases })
    .map(([field, list]) => ({ field, count: list.left_out }))
    .filter(({ count }) => count > 0)
  return { row, details, conflicts, left_out }
}
