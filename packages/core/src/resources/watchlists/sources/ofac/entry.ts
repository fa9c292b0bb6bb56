import type { NameParts, RecordType } from "../../../../verification/screening/record.ts"
import type { EntryDraft } from "../../editions/entry.ts"
import { wordTable } from "../word-table.ts"

/** `AL-IRAQI, Abd` is a family name and given names; what has no comma is whole. Only names of individuals are written so. */
export const partsOfOfacName = (name: string): NameParts => {
  const comma = name.indexOf(",")
  if (comma < 1) return {}
  const given = name.slice(comma + 1).trim()
  return given === "" ? { family: name.slice(0, comma).trim() } : { family: name.slice(0, comma).trim(), given }
}

const types = wordTable<RecordType>({
  individual: "person",
  entity: "organization",
  "": "organization",
  vessel: "vessel",
  aircraft: "aircraft"
})
/** What OFAC calls the type of an entry; an empty one is an entity. Undefined for a type that the format is not known to have. */
export const ofacType = (text: string): RecordType | undefined => types.get(text.trim().toLowerCase())

/** What OFAC lists is sanctioned, and someone listed under a terrorism programme is so for terrorism. */
export const ofacTopics = (draft: EntryDraft, programs: ReadonlyArray<string>): void => {
  draft.topic("sanction")
  if (programs.some((program) => /^(?:SDGT|FTO|SDT)$/.test(program))) draft.topic("terrorism")
}

/** Kinds of alias as OFAC writes them, whatever the punctuation: `a.k.a.`, `aka`, `A.K.A.`. */
export const ofacAliasKind = (text: string): "alias" | "former" | undefined => {
  switch (text.toLowerCase().replace(/[^a-z]/g, "")) {
    case "aka":
    case "nka":
      return "alias"
    case "fka":
      return "former"
    default:
      return undefined
  }
}
