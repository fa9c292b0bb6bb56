import { cutAt } from "../watchlists/sources/one-line.ts"
import type { ListRecord, RecordDate } from "../../verification/screening/record.ts"
import { type Hit, maximumEvidence } from "./hits/model.ts"

type Evidence = Hit["evidence"][number]

const written = ({ circa, from, precision, to }: RecordDate): string => {
  const text =
    precision === "day" ? from : precision === "month" ? from.slice(0, 7) : precision === "year" ? from.slice(0, 4) : `${from} to ${to}`
  return circa ? `circa ${text}` : text
}

/** Most pieces of one kind, so that a thousand aliases leave room for the rest. */
const perKind = 8

/** What the list says of an entry, as pieces that a reviewer compares with the subject: what tells people apart stands first. */
export const evidenceOf = (record: ListRecord): ReadonlyArray<Evidence> => {
  const pieces = (kind: Evidence["kind"], values: ReadonlyArray<string | null>): ReadonlyArray<Evidence> =>
    values.flatMap((value) => (value === null || value === "" ? [] : [{ kind, value: cutAt(value, 2_048) }])).slice(0, perKind)
  return [
    ...pieces("birth", record.births.map(written)),
    ...pieces(
      "birth_place",
      record.birth_places.map(({ country, text }) => text ?? country)
    ),
    ...pieces("country", [...new Set([...record.nationalities, ...record.countries])]),
    ...pieces(
      "identifier",
      record.identifiers.map(({ country, type, value }) => `${type} ${value}${country === null ? "" : ` (${country})`}`)
    ),
    ...pieces(
      "alias",
      record.names.slice(1).map(({ full }) => full)
    ),
    ...pieces("position", record.positions),
    ...pieces("program", record.programs),
    ...pieces("reference", record.references),
    ...pieces("source", record.source_urls),
    ...pieces("remark", [record.remarks])
  ].slice(0, maximumEvidence)
}
