import { countryCodeOf, isNoCountry } from "../country-names.ts"
import { EntryDraft, type ListEntry } from "../../editions/entry.ts"
import { ofacAliasKind, ofacTopics, ofacType, partsOfOfacName } from "./entry.ts"
import { readRemarks } from "./remarks.ts"
import type { ReadingNotes } from "../reading.ts"

/** The four files of a set and how many columns each has. They carry no header. */
export const ofacColumns = { primary: 12, aliases: 5, addresses: 6, comments: 2 } as const
export type OfacFileRole = keyof typeof ofacColumns

/** What a file of the set is, by its name: `SDN.CSV`, `ALT.CSV`, `ADD.CSV`, `SDN_COMMENTS.CSV` and the same of the consolidated list. */
export const ofacFileRole = (name: string): OfacFileRole | undefined => {
  const base = name.toLowerCase()
  if (!base.endsWith(".csv")) return undefined
  if (/comments/.test(base)) return "comments"
  if (/(?:^|[^a-z])alt\b/.test(base.replaceAll("_", " "))) return "aliases"
  if (/(?:^|[^a-z])add\b/.test(base.replaceAll("_", " "))) return "addresses"
  return /(?:^|[^a-z])(?:sdn|prim)\b/.test(base.replaceAll("_", " ")) ? "primary" : undefined
}

/** Which of OFAC's two lists a set of files is, by their names. */
export const ofacSetKey = (names: ReadonlyArray<string>): "ofac_sdn" | "ofac_consolidated" =>
  names.some((name) => /(?:^|[/\\])cons_[a-z]+\.csv$/i.test(name)) ? "ofac_consolidated" : "ofac_sdn"

/** `-0-` is how OFAC writes an empty cell. */
const ofacCell = (text: string | undefined): string => {
  const trimmed = (text ?? "").trim()
  return trimmed === "-0-" ? "" : trimmed
}

/** The rows of the three side files that belong to one entry. */
interface OfacSideRows {
  readonly aliases: ReadonlyArray<ReadonlyArray<string>>
  readonly addresses: ReadonlyArray<ReadonlyArray<string>>
  readonly comments: ReadonlyArray<ReadonlyArray<string>>
}

const readAliases = (draft: EntryDraft, rows: OfacSideRows["aliases"], notes: ReadingNotes): void => {
  for (const [, , type, name, remarks] of rows.map((row) => row.map(ofacCell))) {
    const kind = ofacAliasKind(type ?? "")
    if (kind === undefined) notes.note({ code: "unknown_value", where: "alias type", value: type, uid: draft.uid })
    const full = name ?? ""
    draft.name(full, kind ?? "alias", draft.type === "person" ? { parts: partsOfOfacName(full) } : {})
    draft.remark(remarks)
  }
}

const readAddresses = (draft: EntryDraft, rows: OfacSideRows["addresses"], notes: ReadingNotes): void => {
  for (const [, , street = "", place = "", land = "", remarks] of rows.map((row) => row.map(ofacCell))) {
    const country = countryCodeOf(land)
    if (country === null && !isNoCountry(land)) notes.note({ code: "unknown_country", where: "address", value: land, uid: draft.uid })
    const text = [street, place, land].filter((part) => part !== "").join(", ")
    // A country alone says where someone is tied to, and is no address.
    if (street === "" && place === "") draft.country(country)
    else draft.address({ text, city: place, country })
    draft.remark(remarks)
  }
}

/** One entry of SDN.CSV or CONS_PRIM.CSV with its rows in the other files; undefined, and noted, when it has no name. */
export const ofacCsvEntry = (row: ReadonlyArray<string>, side: OfacSideRows, notes: ReadingNotes): ListEntry | undefined => {
  const [
    uid = "",
    name = "",
    type = "",
    programs = "",
    title = "",
    callSign = "",
    vesselType = "",
    ,
    ,
    flag = "",
    owner = "",
    remarks = ""
  ] = row.map(ofacCell)
  const draft = new EntryDraft(uid, notes)
  const known = ofacType(type)
  if (known === undefined) notes.note({ code: "unknown_value", where: "type", value: type, uid })
  draft.type = known ?? "unknown"
  draft.name(name, "primary", draft.type === "person" ? { parts: partsOfOfacName(name) } : {})
  readAliases(draft, side.aliases, notes)
  readAddresses(draft, side.addresses, notes)
  const listed = programs.split(/\]\s*\[/).map((program) => program.replace(/[[\]]/g, "").trim())
  for (const program of listed) draft.program(program)
  ofacTopics(draft, listed)
  draft.position(title)
  draft.identifier("call_sign", callSign)
  if (vesselType !== "") draft.remark(`Vessel type ${vesselType}`)
  if (owner !== "") draft.remark(`Vessel owner ${owner}`)
  if (flag !== "") {
    const country = countryCodeOf(flag)
    if (country === null && !isNoCountry(flag)) notes.note({ code: "unknown_country", where: "vessel flag", value: flag, uid })
    draft.nationality(country)
  }
  // Remarks that do not fit run over into the file of comments, mid-sentence.
  const whole = [remarks, ...side.comments.map((comment) => ofacCell(comment[1]))].filter((part) => part !== "").join(" ")
  if (whole !== "") readRemarks(draft, whole, notes)
  return draft.finish()
}
