import type { IdentifierType, NameKind } from "../../../verification/screening/record.ts"
import { readDate, readDay } from "./dates.ts"
import { EntryDraft } from "../editions/entry.ts"
import { entityCountry, riskTopic, schemaType } from "./open-sanctions.ts"
import { type ListStep, ListUnreadable, type ReadingNotes } from "./reading.ts"
import { wordTable } from "./word-table.ts"

interface Entity {
  readonly id: string
  readonly schema: string
  readonly properties: Readonly<Record<string, ReadonlyArray<string>>>
  readonly referents: ReadonlyArray<string>
  readonly datasets: ReadonlyArray<string>
  readonly target: boolean
  readonly first_seen: string
  readonly last_change: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const texts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : typeof value === "string" ? [value] : []
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Members of an entity beside its properties. */
const members = new Set([
  "id",
  "caption",
  "schema",
  "properties",
  "referents",
  "datasets",
  "target",
  "first_seen",
  "last_seen",
  "last_change",
  "origin"
])

const entityOf = (value: unknown, line: number, notes: ReadingNotes): Entity => {
  if (!isObject(value) || textOf(value.id) === "" || textOf(value.schema) === "") {
    throw new ListUnreadable("unexpected_format", `Line ${line} is not an entity with an id and a schema.`)
  }
  for (const member of Object.keys(value))
    if (!members.has(member)) notes.note({ code: "unknown_element", where: member, uid: textOf(value.id) })
  const properties = isObject(value.properties) ? value.properties : {}
  return {
    id: textOf(value.id),
    schema: textOf(value.schema),
    properties: Object.fromEntries(Object.entries(properties).map(([name, values]) => [name, texts(values)])),
    referents: texts(value.referents),
    datasets: texts(value.datasets),
    target: value.target === true,
    first_seen: textOf(value.first_seen),
    last_change: textOf(value.last_change)
  }
}

const nameKinds: Readonly<Record<string, NameKind>> = {
  name: "primary",
  alias: "alias",
  weakAlias: "weak",
  previousName: "former",
  abbreviation: "weak"
}
const identifierTypes = wordTable<IdentifierType>({
  passportNumber: "passport",
  idNumber: "national_id",
  nationalIdNumber: "national_id",
  socialSecurityNumber: "social_security",
  taxNumber: "tax_id",
  vatCode: "tax_id",
  innCode: "tax_id",
  kppCode: "tax_id",
  registrationNumber: "registration",
  ogrnCode: "registration",
  okpoCode: "registration",
  uscCode: "registration",
  npiCode: "other",
  uniqueEntityId: "registration",
  cageCode: "registration",
  permId: "other",
  icijId: "other",
  isinCode: "other",
  isin: "other",
  imoNumber: "imo",
  mmsi: "mmsi",
  callSign: "call_sign",
  serialNumber: "aircraft_serial",
  leiCode: "lei",
  swiftBic: "bic",
  bikCode: "other",
  dunsCode: "duns",
  publicKey: "crypto_address",
  accountId: "bank_account",
  email: "email",
  phone: "phone",
  website: "website",
  crsNumber: "registration"
})
const nationalities = new Set(["nationality", "citizenship", "flag"])
const countries = new Set(["country", "jurisdiction", "mainCountry", "birthCountry", "pastFlags", "managingExchange"])
const births = new Set(["birthDate"])
const deaths = new Set(["deathDate", "incorporationDate", "dissolutionDate", "buildDate"])
const positions = new Set(["position", "title", "education", "political"])
const remarks = new Set([
  "notes",
  "summary",
  "description",
  "ownershipType",
  "legalForm",
  "sector",
  "type",
  "classification",
  "model",
  "status",
  "currency",
  "religion",
  "ethnicity"
])
/** Parts of names, other entities and labels of nothing that is compared. */
const passedOver = new Set([
  "firstName",
  "lastName",
  "secondName",
  "middleName",
  "fatherName",
  "motherName",
  "nameSuffix",
  "wikidataId",
  "wikipediaUrl",
  "keywords",
  "modifiedAt",
  "createdAt",
  "retrievedAt",
  "publisher",
  "publisherUrl",
  "proof",
  "addressEntity",
  "opencorporatesUrl",
  "sourceUrl",
  "topics",
  "address",
  "gender",
  "birthPlace",
  "programId",
  "program",
  "unscId",
  "height",
  "weight",
  "eyeColor",
  "hairColor",
  "appearance",
  "holder",
  "parent",
  "owner",
  "tonnage",
  "grossRegisteredTonnage",
  "deadweightTonnage",
  "managingOrganization"
])

const readNames = (draft: EntryDraft, { properties, schema }: Entity): void => {
  let named = false
  for (const [property, kind] of Object.entries(nameKinds)) {
    for (const name of properties[property] ?? []) {
      // The first name is the caption; further ones are spellings of it.
      draft.name(name, kind === "primary" && named ? "alias" : kind)
      named ||= kind === "primary"
    }
  }
  if (schema !== "Person") return
  const [given, family] = [properties.firstName?.[0], properties.lastName?.[0]]
  if (given === undefined || family === undefined) return
  draft.name(`${given} ${family}`, "alias", { parts: { given, family } })
}

const readProperty = (draft: EntryDraft, property: string, values: ReadonlyArray<string>, notes: ReadingNotes): void => {
  const type = identifierTypes.get(property)
  if (type !== undefined) for (const value of values) draft.identifier(type, value, { note: type === "other" ? property : null })
  else if (nationalities.has(property)) for (const code of values) draft.nationality(entityCountry(draft, code, property, notes))
  else if (countries.has(property)) for (const code of values) draft.country(entityCountry(draft, code, property, notes))
  else if (births.has(property) || deaths.has(property)) {
    for (const text of values) {
      const date = readDate(text.slice(0, 10))
      if (date === null) notes.note({ code: "unreadable_date", where: property, uid: draft.uid })
      if (births.has(property)) draft.birth(date)
      else draft.death(date)
    }
  } else if (positions.has(property)) for (const text of values) draft.position(text)
  else if (remarks.has(property)) for (const text of values) draft.remark(text)
  else if (!Object.hasOwn(nameKinds, property) && !passedOver.has(property)) {
    notes.note({ code: "unknown_element", where: `properties/${property}`, uid: draft.uid })
  }
}

/** The steps that an entity stands for: one, or none when it is no party, no target or nameless (each noted). */
const stepsOf = (entity: Entity, notes: ReadingNotes): ReadonlyArray<ListStep> => {
  const type = schemaType(entity.schema)
  if (type === undefined) {
    notes.note({ code: "skipped_kind", where: "schema", value: entity.schema, uid: entity.id })
    return []
  }
  const draft = new EntryDraft(entity.id, notes)
  draft.type = type
  let risky = false
  for (const topic of entity.properties.topics ?? []) {
    const risk = riskTopic(topic)
    if (risk === undefined) notes.note({ code: "unknown_value", where: "properties/topics", value: topic, uid: entity.id })
    if (risk !== null) {
      risky = true
      draft.topic(risk ?? "adverse_media")
    }
  }
  if (!entity.target && !risky) {
    notes.note({ code: "not_a_target", where: "target", value: entity.schema, uid: entity.id })
    return []
  }
  readNames(draft, entity)
  for (const [property, values] of Object.entries(entity.properties)) readProperty(draft, property, values, notes)
  for (const place of entity.properties.birthPlace ?? []) draft.birthPlace({ text: place, country: null })
  for (const text of entity.properties.address ?? []) draft.address({ text })
  for (const gender of entity.properties.gender ?? [])
    if (gender === "male" || gender === "female" || gender === "other") draft.gender = gender
  for (const program of [...(entity.properties.programId ?? []), ...(entity.properties.program ?? []), ...entity.datasets])
    draft.program(program)
  for (const reference of entity.properties.unscId ?? []) draft.reference(reference)
  for (const url of entity.properties.sourceUrl ?? []) draft.sourceUrl(url)
  for (const referent of entity.referents) draft.formerUid(referent)
  draft.listed(readDay(entity.first_seen.slice(0, 10)))
  draft.updated(readDay(entity.last_change.slice(0, 10)))
  const entry = draft.finish()
  return entry === undefined ? [] : [{ op: "put", entry }]
}

/** One line of `entities.ftm.json`. */
export const entitySteps = (value: unknown, line: number, notes: ReadingNotes): ReadonlyArray<ListStep> =>
  stepsOf(entityOf(value, line, notes), notes)

/** One line of `entities.delta.json`: `{op: ADD|MOD|DEL, entity}`. An entity that is no longer a target is off the list as well. */
export const deltaSteps = (value: unknown, line: number, notes: ReadingNotes): ReadonlyArray<ListStep> => {
  const [op, entity] = isObject(value) ? [textOf(value.op), value.entity] : ["", undefined]
  const uid = isObject(entity) ? textOf(entity.id) : ""
  if (uid === "" || !["ADD", "MOD", "DEL"].includes(op)) {
    throw new ListUnreadable(
      "unexpected_format",
      `Line ${line} is not a change of an entity: it needs an op (ADD, MOD or DEL) and an entity with an id.`
    )
  }
  if (op === "DEL") return [{ op: "remove", uid }]
  const steps = entitySteps(entity, line, notes)
  return steps.length > 0 || op === "ADD" ? steps : [{ op: "remove", uid }]
}
