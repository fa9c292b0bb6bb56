import type { CellsOf } from "../cells.ts"
import { readDay } from "../dates.ts"
import type { EntryDraft } from "../../editions/entry.ts"
import type { ReadingNotes } from "../reading.ts"
import { languageTagOf, scriptCodeOf } from "../scripts.ts"
import { ukAddress, ukBirth, ukBirthPlace, ukCountry, ukGender, ukName, ukNationalities, ukRegime, ukType } from "./entry.ts"

/** Columns of the UK Sanctions List; the first three have to be there. */
export const ukColumns: ReadonlyArray<string> = [
  "Unique ID",
  "Name 6",
  "Designation Type",
  "Last Updated",
  "OFSI Group ID",
  "UN Reference Number",
  "Name 1",
  "Name 2",
  "Name 3",
  "Name 4",
  "Name 5",
  "Name type",
  "Alias strength",
  "Title",
  "Name non-latin script",
  "Non-latin script type",
  "Non-latin script language",
  "Regime Name",
  "Designation source",
  "Sanctions Imposed",
  "Other Information",
  "UK Statement of Reasons",
  "Address Line 1",
  "Address Line 2",
  "Address Line 3",
  "Address Line 4",
  "Address Line 5",
  "Address Line 6",
  "Address Postal Code",
  "Address Country",
  "Phone number",
  "Website",
  "Email address",
  "Date Designated",
  "D.O.B",
  "Nationality(/ies)",
  "National Identifier number",
  "National Identifier additional information",
  "Passport number",
  "Passport additional information",
  "Position",
  "Gender",
  "Town of birth",
  "Country of birth",
  "Type of entity",
  "Subsidiaries",
  "Parent company",
  "Business registration number (s)",
  "IMO number",
  "Current owner/operator (s)",
  "Previous owner/operator (s)",
  "Current believed flag of ship",
  "Previous flags",
  "Type of ship",
  "Tonnage of ship",
  "Length of ship",
  "Year Built",
  "Hull identification number (HIN)"
]
export const ukRequiredColumns = ukColumns.slice(0, 3)

/** Adds one row of the UK Sanctions List to its entry: a row stands for one name, one birth date and one address of it. */
export const addUkRow = (draft: EntryDraft, cell: CellsOf, notes: ReadingNotes): void => {
  ukType(draft, cell("Designation Type"), notes)
  ukName(
    draft,
    [cell("Name 1"), cell("Name 2"), cell("Name 3"), cell("Name 4"), cell("Name 5"), cell("Name 6")],
    { type: cell("Name type"), strength: cell("Alias strength"), title: cell("Title") },
    notes
  )
  draft.name(cell("Name non-latin script"), "alias", {
    script: scriptCodeOf(cell("Non-latin script type")),
    language: languageTagOf(cell("Non-latin script language"))
  })
  ukBirth(draft, cell("D.O.B"), notes)
  ukNationalities(draft, cell("Nationality(/ies)"), notes)
  ukBirthPlace(draft, cell("Town of birth"), cell("Country of birth"), notes)
  ukGender(draft, cell("Gender"))
  const lines = [1, 2, 3, 4, 5, 6].map((line) => cell(`Address Line ${line}`))
  ukAddress(draft, lines, cell("Address Postal Code"), cell("Address Country"), notes)
  draft.identifier("passport", cell("Passport number"), { note: cell("Passport additional information") })
  draft.identifier("national_id", cell("National Identifier number"), { note: cell("National Identifier additional information") })
  draft.identifier("registration", cell("Business registration number (s)"))
  draft.identifier("imo", cell("IMO number"))
  draft.identifier("phone", cell("Phone number"))
  draft.identifier("website", cell("Website"))
  draft.identifier("email", cell("Email address"))
  const hull = cell("Hull identification number (HIN)")
  draft.identifier("other", hull, { note: "Hull identification number" })
  draft.nationality(ukCountry(draft, cell("Current believed flag of ship"), "flag", notes))
  draft.country(ukCountry(draft, cell("Previous flags"), "previous flags", notes))
  draft.position(cell("Position"))
  ukRegime(draft, cell("Regime Name"))
  draft.reference(cell("UN Reference Number"))
  draft.formerUid(cell("OFSI Group ID"))
  draft.listed(readDay(cell("Date Designated")))
  draft.updated(readDay(cell("Last Updated")))
  for (const column of [
    "Other Information",
    "UK Statement of Reasons",
    "Sanctions Imposed",
    "Type of entity",
    "Subsidiaries",
    "Parent company",
    "Current owner/operator (s)"
  ]) {
    const text = cell(column)
    if (text !== "") draft.remark(column === "Other Information" || column === "UK Statement of Reasons" ? text : `${column}: ${text}`)
  }
}

/** Columns of the former OFSI consolidated list. */
export const ofsiColumns: ReadonlyArray<string> = [
  "Group ID",
  "Name 6",
  "Group Type",
  "Name 1",
  "Name 2",
  "Name 3",
  "Name 4",
  "Name 5",
  "Title",
  "Name Non-Latin Script",
  "Non-Latin Script Type",
  "Non-Latin Script Language",
  "DOB",
  "Town of Birth",
  "Country of Birth",
  "Nationality",
  "Passport Number",
  "Passport Details",
  "National Identification Number",
  "NI Details",
  "National Identification Details",
  "Position",
  "Address 1",
  "Address 2",
  "Address 3",
  "Address 4",
  "Address 5",
  "Address 6",
  "Post/Zip Code",
  "Country",
  "Other Information",
  "Alias Type",
  "Alias Quality",
  "Regime",
  "Listed On",
  "UK Sanctions List Date Designated",
  "Last Updated"
]
export const ofsiRequiredColumns = ofsiColumns.slice(0, 3)

/** Adds one row of the former OFSI list to its entry. The list ended on 2026-01-28; files of customers and archives still come in it. */
export const addOfsiRow = (draft: EntryDraft, cell: CellsOf, notes: ReadingNotes): void => {
  ukType(draft, cell("Group Type"), notes)
  ukName(
    draft,
    [cell("Name 1"), cell("Name 2"), cell("Name 3"), cell("Name 4"), cell("Name 5"), cell("Name 6")],
    { type: cell("Alias Type"), strength: cell("Alias Quality"), title: cell("Title") },
    notes
  )
  draft.name(cell("Name Non-Latin Script"), "alias", {
    script: scriptCodeOf(cell("Non-Latin Script Type")),
    language: languageTagOf(cell("Non-Latin Script Language"))
  })
  ukBirth(draft, cell("DOB"), notes)
  ukNationalities(draft, cell("Nationality"), notes)
  ukBirthPlace(draft, cell("Town of Birth"), cell("Country of Birth"), notes)
  ukAddress(
    draft,
    [1, 2, 3, 4, 5, 6].map((line) => cell(`Address ${line}`)),
    cell("Post/Zip Code"),
    cell("Country"),
    notes
  )
  draft.identifier("passport", cell("Passport Number"), { note: cell("Passport Details") })
  draft.identifier("national_id", cell("National Identification Number"), {
    note: cell("NI Details") || cell("National Identification Details")
  })
  draft.position(cell("Position"))
  ukRegime(draft, cell("Regime"))
  const information = cell("Other Information")
  const reference = /\bUN Ref(?:erence)?\.?:?\s*([A-Z]{2}[ie]\.\d{3})\b/.exec(information)?.[1]
  draft.reference(reference)
  draft.listed(readDay(cell("Listed On")))
  draft.updated(readDay(cell("Last Updated")))
  draft.remark(information)
}
