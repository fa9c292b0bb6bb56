/**
 * What one entry of a watchlist says, whatever file it came from. Importers write this shape and the engine indexes it.
 * All text is as the source prints it (original script, case and marks); normalization is the engine's. Every field is bounded by `recordLimits`.
 */
export interface ListRecord {
  /** Key of the list, such as `ofac_sdn`, `un_consolidated`, `eu_fsf`, `uk_sanctions`, or the key of a customer's own list. */
  readonly list: string
  /** The edition of the list that this was read from: its date or version as the publisher prints it. */
  readonly edition: string
  /** The publisher's stable identifier of the entry within the list. */
  readonly uid: string
  /** Identifiers that the entry had before, so that decisions about it follow it. */
  readonly former_uids: ReadonlyArray<string>
  /** `unknown` when the source does not say; it is then compared with every type. */
  readonly type: RecordType
  /** At least one. The primary name stands first; an entry without a primary name starts with its best alias. */
  readonly names: ReadonlyArray<RecordName>
  readonly births: ReadonlyArray<RecordDate>
  /** Dates of death, of founding or of building, which contradict but never find anybody. */
  readonly deaths: ReadonlyArray<RecordDate>
  readonly birth_places: ReadonlyArray<RecordPlace>
  /** Nationalities and citizenships; for a vessel or an aircraft its flags. ISO 3166-1 alpha-2, capitals, none twice. */
  readonly nationalities: ReadonlyArray<string>
  /** Every other country that the entry is tied to: residence, registration, jurisdiction. ISO 3166-1 alpha-2, capitals, none twice. */
  readonly countries: ReadonlyArray<string>
  readonly gender: RecordGender | null
  readonly identifiers: ReadonlyArray<RecordIdentifier>
  readonly addresses: ReadonlyArray<RecordAddress>
  /** Why the entry is listed; decides the risk of a hit and never whether it is the same person. */
  readonly topics: ReadonlyArray<RecordTopic>
  /** Sanction programmes and legal bases as the source spells them, such as `SDGT` or `Al-Qaida`. */
  readonly programs: ReadonlyArray<string>
  /** Offices held, roles and titles, as the source spells them. */
  readonly positions: ReadonlyArray<string>
  /** Day of listing as `YYYY-MM-DD`. */
  readonly listed_on: string | null
  /** Day of the last change as `YYYY-MM-DD`. */
  readonly updated_on: string | null
  /** References of the same entry on other lists, such as the UN reference `QDi.002` in data of the EU and the UK. */
  readonly references: ReadonlyArray<string>
  readonly source_urls: ReadonlyArray<string>
  readonly remarks: string | null
}

export type RecordType = "person" | "organization" | "vessel" | "aircraft" | "unknown"

export type RecordGender = "male" | "female" | "other"

/** `weak` is what the source calls a low quality alias: it adds evidence and, by default, finds no one. */
export type NameKind = "primary" | "alias" | "weak" | "former" | "maiden"

export interface RecordName {
  /** The whole name as the source prints it, `FAMILY, Given` included. */
  readonly full: string
  readonly kind: NameKind
  /** The parts where the source has them apart; the engine weighs a family name above a given one. */
  readonly parts: NameParts | null
  /** ISO 15924 code such as `Latn`, `Arab`, `Cyrl`, where the source says; otherwise the engine reads it off the letters. */
  readonly script: string | null
  /** BCP 47 language tag such as `ru`, where the source says. */
  readonly language: string | null
}

export interface NameParts {
  readonly title?: string
  readonly given?: string
  readonly middle?: string
  readonly patronymic?: string
  readonly family?: string
  readonly maternal_family?: string
  readonly suffix?: string
}

/**
 * A date that may be known in part, or a range of years. `from` and `to` are `YYYY-MM-DD`, both inclusive: a single day has them equal,
 * a year runs from its first to its last day, and what is unknown is never invented elsewhere.
 */
export interface RecordDate {
  readonly from: string
  readonly to: string
  readonly precision: "day" | "month" | "year" | "range"
  /** The source says `circa`, `about` or `approximately`. */
  readonly circa: boolean
}

export interface RecordPlace {
  /** The place as printed, such as `Baghdad, Iraq`. */
  readonly text: string | null
  /** ISO 3166-1 alpha-2, where it could be read. */
  readonly country: string | null
}

/** Numbers that name one holder. `other` is kept and shown, and compared only with the same kind of unknown number. */
export type IdentifierType =
  | "passport"
  | "national_id"
  | "tax_id"
  | "social_security"
  | "driving_licence"
  | "residence_permit"
  | "registration"
  | "imo"
  | "mmsi"
  | "call_sign"
  | "aircraft_serial"
  | "aircraft_tail"
  | "lei"
  | "bic"
  | "duns"
  | "bank_account"
  | "crypto_address"
  | "email"
  | "phone"
  | "website"
  | "other"

export interface RecordIdentifier {
  readonly type: IdentifierType
  /** As printed, without the words around it. */
  readonly value: string
  /** Issuing country, ISO 3166-1 alpha-2, where known. */
  readonly country: string | null
  /** What the source adds, such as `issued 2005` or the currency of a crypto address. */
  readonly note: string | null
}

export interface RecordAddress {
  /** The address as one line, in the source's order. */
  readonly text: string | null
  readonly city: string | null
  readonly region: string | null
  readonly postal_code: string | null
  /** ISO 3166-1 alpha-2, where it could be read. */
  readonly country: string | null
}

/** Why someone is listed; `sanction_linked` is owned by or close to someone sanctioned. */
export type RecordTopic =
  | "sanction"
  | "sanction_linked"
  | "export_control"
  | "debarment"
  | "pep"
  | "pep_close_associate"
  | "wanted"
  | "crime"
  | "terrorism"
  | "regulatory"
  | "adverse_media"
  | "internal"

/** Most of each field, in items for lists and in UTF-16 units for text. An importer reports what it cuts; it never cuts in silence. */
export const recordLimits = {
  list: 64,
  edition: 64,
  uid: 128,
  former_uids: 50,
  names: 500,
  name: 512,
  births: 50,
  deaths: 10,
  birth_places: 50,
  place: 512,
  nationalities: 50,
  countries: 50,
  identifiers: 500,
  identifier: 128,
  note: 512,
  addresses: 200,
  address: 512,
  topics: 12,
  programs: 100,
  program: 128,
  positions: 100,
  position: 512,
  references: 50,
  reference: 128,
  source_urls: 20,
  url: 2_048,
  remarks: 10_000
} as const

/** An entry of which only the name is known; importers and tests add what they have. */
export const bareRecord = (known: Pick<ListRecord, "list" | "edition" | "uid" | "type" | "names"> & Partial<ListRecord>): ListRecord => ({
  former_uids: [],
  births: [],
  deaths: [],
  birth_places: [],
  nationalities: [],
  countries: [],
  gender: null,
  identifiers: [],
  addresses: [],
  topics: [],
  programs: [],
  positions: [],
  listed_on: null,
  updated_on: null,
  references: [],
  source_urls: [],
  remarks: null,
  ...known
})
