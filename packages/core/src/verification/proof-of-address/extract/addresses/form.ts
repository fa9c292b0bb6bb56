import type { AddressLabel } from "./labels.ts"
import { findAddressLabels } from "./labels.ts"
import { isCodeFirst } from "../../compare/addresses/postal-codes.ts"
import { phraseFinder } from "../phrase-finder.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { aligned } from "./cells.ts"
import { isHeading } from "../headings.ts"
import { inColumn, leftOf, type PrintedText, rightOf, type Segment } from "../printed-text.ts"

/** What one field of a form says of an address that is spread over several. */
type AddressField = "street" | "number" | "door" | "postcode" | "place" | "postcode_place" | "region"

const fields: ReadonlyArray<readonly [string, AddressField]> = [
  [
    `
    address|adres|adresse|dirección|domicilio|morada|indirizzo|adress|osoite|adresa|cím|endereço|building|building name|tower|street|street name|street address|road|address line 1|street and house number|street and number|straße|strasse|straße hausnummer|
    straße hausnr|straße nr|straße und hausnummer|straße haus nr|strasse nr|strasse hausnummer|gasse|calle|calle y número|vía|
    nombre de la vía|dirección del predio|dirección predio|dirección del servicio|dirección servicio|dirección de suministro|dirección del inmueble|nombre vía|tipo y nombre de vía|rue|nom de la voie|voie|numéro et voie|n et rue|rue et numéro|n et voie|
    via|via e numero civico|via piazza|via e n civico|rua|logradouro|rua e número|arruamento|straat|straatnaam|straat en huisnummer|
    straat en nummer|ulica|ulica i numer domu|ulica nr domu|ulica i nr|gata|gatuadress|gatenavn|gateadresse|vej|vejnavn|
    vejnavn og nummer|adresse vej|katuosoite|lähiosoite|ulice|ulica a číslo|ulice a číslo|utca|utca házszám|strada|sokak|cadde|улица`,
    "street"
  ],
  [
    `
    door no|door number|house number|house no|house nr|house name or number|building number|building no|house|hausnummer|haus nr|hausnr|haus nr stiege tür|
    hausnummer stiege tür|hausnummer zusatz|número|num|nº|n°|número exterior|no exterior|num ext|numéro|numéro de voie|n de voie|
    numero civico|civico|n civico|numero|número da porta|nº de porta|huisnummer|huisnr|numer domu|nr domu|numer domu nr lokalu|
    nr domu i lokalu|nr domu lokalu|gatunummer|husnummer|husnr|číslo|číslo popisné|č p|házszám|дом`,
    "number"
  ],
  [
    `
    property no|property number|flat|flat no|flat number|apartment|apartment no|unit|unit no|door|wohnung|wohnungsnummer|top|tür|stiege tür|piso|puerta|
    piso y puerta|escalera|portal|appartement|n appartement|interno|scala|andar|fração|complemento|apto|apartamento|número interior|
    no interior|num int|toevoeging|huisnummertoevoeging|bus|numer lokalu|nr lokalu|nr mieszkania|lägenhetsnummer|lägenhet|
    bolignummer|sal|etage|etasje|byt|ajtó|emelet|квартира`,
    "door"
  ],
  [
    `
    postcode|post code|postal code|zip|zip code|postal zip code|pin code|pincode|eircode|plz|postleitzahl|code postal|cp|código postal|
    c p|cap|cep|kod pocztowy|postnummer|postnr|postinumero|psč|irányítószám|cod poștal|poštanski broj|posta kodu|индекс`,
    "postcode"
  ],
  [
    `
    locality|location|area|location area|community|town|city|town city|city town|post town|suburb|suburb town|place|ort|wohnort|stadt|gemeinde|ortschaft|localidad|población|
    ciudad|municipio|comuna|localidad municipio|ville|commune|localité|comune|città|località|comune di residenza|localidade|cidade|município|
    concelho|woonplaats|plaats|gemeente|miejscowość|miasto|postort|ort postort|poststed|by|postitoimipaikka|kaupunki|město|obec|mesto|
    település|város|helység|localitate|oraș|şehir|il|город`,
    "place"
  ],
  [
    `
    plz ort|plz und ort|plz wohnort|postleitzahl ort|postleitzahl und ort|postleitzahl wohnort|code postal ville|code postal et ville|
    code postal commune|code postal et commune|code postal localité|code postal et localité|código postal y localidad|
    código postal localidad|código postal población|código postal y población|cap e comune|cap comune|cap città|cap e città|cap località|
    código postal localidade|código postal e localidade|cep cidade|postcode plaats|postcode en plaats|postcode en woonplaats|
    postcode woonplaats|kod pocztowy i miejscowość|kod pocztowy miejscowość|kod i miejscowość|postnummer och ort|postnummer ort|
    postnr by|postnr og by|postnummer og by|postnr poststed|postnr og poststed|postnummer og sted|postcode and town|town and postcode|
    city state zip|city state zip code|city and zip|psč a obec|psč obec|irányítószám település`,
    "postcode_place"
  ],
  [
    `
    county|state|province|emirate|provincia|estado|uf|bundesland|kanton|województwo|département|distrito|region|région|regione`,
    "region"
  ]
]
const findFields = phraseFinder(fields)

/** A form of one person keeps its address within this many printed rows. */
const mostRows = 16
const mostForms = 6

interface Filled {
  readonly field: AddressField
  readonly value: string
  readonly segment: Segment
}

/** In heights of a line: how far below its head a value stands. */
const tableReach = 1.8
const longestRegionCode = 3
const fewestColumns = 3

const bare = (text: string) => text.replace(/^[\s:：._)-]+|[\s:：._(-]+$/gu, "")

const isField = (text: PrintedText, { skeleton, text: printed }: Segment): boolean =>
  findFields(skeleton, text.tolerant).some((found) => found.end - found.start >= bare(printed).length)

/** What stands below a head of a table: set at the same edge, or in the middle below it. */
const valueBelow = (text: PrintedText, head: Segment): Segment | null => {
  const below = inColumn(text, head, 1, tableReach)
  return below !== null && aligned(below, head) && !isField(text, below) && !isHeading(text, below) ? below : null
}

/** Heads in one row and values in the row below: the cell beside a head is another head. */
const isHeadBeside = (text: PrintedText, segment: Segment, right: Segment): boolean => {
  if (/\d/.test(right.text) || valueBelow(text, segment) === null) return false
  if (isHeading(text, right)) return true
  const row = text.rows[segment.row] ?? []
  return row.length >= fewestColumns && row.every((cell) => !/\d/.test(cell.text) && valueBelow(text, cell) !== null)
}

/** The field that a cell names, with what it says of it: behind its colon, to its right or below. */
const filledBy = (text: PrintedText, segment: Segment): Filled | null => {
  for (const { value: field, start, end } of findFields(segment.skeleton, text.tolerant)) {
    if (!/^[\s\d.)*•-]*$/.test(segment.text.slice(0, start))) continue
    const rest = segment.text.slice(end)
    const whole = bare(rest.replace(/\([^)]{0,30}\)/, "")) === ""
    if (!whole && !/^\s*(?:\([^)]{0,30}\))?\s*[:：]/.test(rest)) continue
    const own = bare(rest.replace(/^\s*(?:\([^)]{0,30}\))?\s*[:：]/, ""))
    const right = own === "" ? rightOf(text, segment) : null
    const beside = right === null || isField(text, right) || isHeadBeside(text, segment, right) ? "" : bare(right.text)
    const below = own === "" && beside === "" ? inColumn(text, segment, 1, tableReach) : null
    const value = own || beside || (below === null || isField(text, below) ? "" : bare(below.text))
    if (value === "" || value.length > 80 || /[:：]/.test(value)) return null
    return { field, value, segment }
  }
  return null
}

/** Another address stands under this heading: that of the branch, the landlord or the office. */
const isForeign = (text: PrintedText, first: Segment): boolean => {
  const heads = [inColumn(text, first, -1, 2.5), leftOf(text, first)]
  return heads.some((head) => head !== null && findAddressLabels(head.skeleton, text.tolerant).some(({ value }) => value === "foreign"))
}

interface AddressForm {
  readonly lines: ReadonlyArray<string>
  readonly first: Segment
  readonly last: Segment
  readonly label: AddressLabel
}

/** "Springfield IL" and "Viña del Mar, Valparaíso". */
const placeIn = (place: string, region: string): string =>
  region === "" ? place : region.length <= longestRegionCode ? `${place} ${region}` : `${place}, ${region}`

const composed = (parts: ReadonlyMap<AddressField, Filled>, country: string | null): ReadonlyArray<string> | null => {
  const value = (field: AddressField) => parts.get(field)?.value ?? ""
  const street = value("street")
  const number = value("number").replace(/\s*\/\s*/g, "/")
  const door = value("door")
  const joint = value("postcode_place")
  const code = value("postcode")
  const place = value("place")
  // "Door No" in one field and the rest of the address in another.
  const whole = [street, place].find((text) => postcodeIn(text, country) !== null)
  if (whole !== undefined) return number === "" ? null : [number, whole]
  if (street === "" || (joint === "" && (place === "" || (code === "" && number === "" && door === "" && !/\d/.test(street))))) return null
  if (joint !== "" && postcodeIn(joint, country) === null && !/\d/.test(joint)) return null
  const first = isCodeFirst(country) !== false
  const house = number === "" ? street : first || country === "BR" ? `${street} ${number}` : `${number} ${street}`
  const town =
    joint !== ""
      ? joint
      : (first ? [code, place] : [code === "" ? place : placeIn(place, value("region")), code]).filter((part) => part !== "").join(" ")
  const numbered = /^\d|^[a-z]$/i.test(door)
  return [
    house,
    ...(door === "" ? [] : [numbered ? `Apt ${door}` : door]),
    town,
    ...(first && value("region") !== "" ? [value("region")] : [])
  ]
}

/**
 * Addresses that a form or a certificate prints in fields ("Straße: Keplerstraße", "Haus-Nr.: 55", "PLZ, Ort: 8020 Graz"), put together the
 * way the country writes them.
 */
export const addressForms = (text: PrintedText, country: string | null): ReadonlyArray<AddressForm> => {
  const filled = text.segments.map((segment) => filledBy(text, segment)).filter((one) => one !== null)
  const forms: Array<AddressForm> = []
  for (const [position, one] of filled.entries()) {
    if ((one.field !== "street" && one.field !== "number") || forms.length >= mostForms) continue
    const near = filled
      .slice(Math.max(0, position - 6), position + 10)
      .filter(({ segment }) => segment.page === one.segment.page && Math.abs(segment.row - one.segment.row) <= mostRows)
    const parts = new Map<AddressField, Filled>()
    for (const candidate of [one, ...near]) if (!parts.has(candidate.field)) parts.set(candidate.field, candidate)
    const lines = composed(parts, country)
    if (lines === null) continue
    const last = [...parts.values()].reduce((lowest, { segment }) => (segment.row > lowest.row ? segment : lowest), one.segment)
    forms.push({ lines, first: one.segment, last, label: isForeign(text, one.segment) ? "foreign" : "own" })
  }
  return forms
}
