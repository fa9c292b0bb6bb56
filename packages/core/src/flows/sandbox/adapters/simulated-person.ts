import { createHash } from "node:crypto"
import { countryName } from "../../../kernel/foundation/country.ts"
import { after, days } from "../../../kernel/foundation/time.ts"
import type { AddressParts, Expected } from "../../../verification/subject.ts"

/** Whom a simulated document is about. No one of that name, number and address is meant. */
export interface SimulatedPerson {
  readonly given_names: string
  readonly surname: string
  /** YYYY-MM-DD. */
  readonly date_of_birth: string
  readonly sex: "F" | "M"
  /** ISO 3166-1 alpha-2: who issued the identity document. */
  readonly country: string
  /** Nine characters of A-Z and 0-9 unless someone expects another one. */
  readonly document_number: string
  /** As a bill prints it, one entry per line. */
  readonly address: ReadonlyArray<string>
  /** ISO 3166-1 alpha-2. */
  readonly address_country: string
}

const names = {
  given: ["Clara Louise", "Tomas", "Ingrid", "Daniel James", "Amara", "Victor", "Helena Rose", "Matteo"],
  surnames: ["Lindqvist", "Okafor", "Marchetti", "Novakova", "Hartfield", "Delgado", "Petersen", "Whitcombe"],
  streets: ["Marlowe Gardens", "Canal Street", "Orchard Road", "Station Lane", "Elm Grove", "Harbour View", "Mill Lane", "Kingsway"]
} as const

/** 32 bytes that are the same for the same bytes, and tell two files apart. */
export const seedOf = (bytes: Uint8Array): Uint8Array => createHash("sha256").update("vouchkit/sandbox\n").update(bytes).digest()

/** One of a list by a byte of the seed. */
const chosen = (list: ReadonlyArray<string>, seed: Uint8Array, at: number): string => list[(seed[at] ?? 0) % list.length] ?? ""

const within = (seed: Uint8Array, at: number, from: number, to: number): number => from + ((seed[at] ?? 0) % (to - from + 1))

const padded = (number: number): string => String(number).padStart(2, "0")

/** A letter and eight digits; the letter keeps it clear of the numbers of published specimens. */
const documentNumber = (seed: Uint8Array): string => `K${Array.from(seed.subarray(8, 16), (byte) => String(byte % 10)).join("")}`

const known = (text: string | null | undefined): string | null => (text === undefined || text === null || text.trim() === "" ? null : text)

const joined = (...parts: ReadonlyArray<string | undefined>): string => parts.filter((part) => known(part) !== null).join(" ")

const linesOf = (address: string | AddressParts): ReadonlyArray<string> => {
  const lines =
    typeof address === "string"
      ? address.split(/\r?\n|,/u)
      : [
          address.line1 ?? "",
          address.line2 ?? "",
          joined(address.unit, address.house_number, address.street),
          address.city ?? "",
          joined(address.region, address.postal_code)
        ]
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, 8)
}

const addressOf = (seed: Uint8Array, { address, country }: Expected): Pick<SimulatedPerson, "address" | "address_country"> => {
  if (address === undefined || address === null) {
    const street = `${within(seed, 16, 2, 180)} ${chosen(names.streets, seed, 17)}`
    return {
      address: [street, "Bristol", `BS${within(seed, 18, 1, 9)} ${within(seed, 19, 1, 9)}QT`, "United Kingdom"],
      address_country: "GB"
    }
  }
  const address_country = (typeof address === "string" ? undefined : address.country) ?? country ?? "GB"
  const lines = linesOf(address)
  const named = countryName(address_country)
  return { address: named === null || lines.includes(named) ? lines : [...lines, named], address_country }
}

/** The person whom a seed stands for; what is expected of someone is true of them. `issuer` is ISO 3166-1 alpha-2. */
export const simulatedPerson = (seed: Uint8Array, expected: Expected = {}, issuer = "GB"): SimulatedPerson => ({
  given_names: known(expected.first_name) ?? chosen(names.given, seed, 0),
  surname: known(expected.last_name) ?? chosen(names.surnames, seed, 1),
  date_of_birth:
    known(expected.date_of_birth) ?? `19${within(seed, 2, 60, 94)}-${padded(within(seed, 3, 1, 12))}-${padded(within(seed, 4, 1, 28))}`,
  sex: within(seed, 5, 0, 1) === 0 ? "F" : "M",
  country: known(expected.country) ?? issuer,
  document_number: known(expected.document_number)?.toUpperCase() ?? documentNumber(seed),
  ...addressOf(seed, expected)
})

/** The same as someone would state it of themselves: what a comparison finds to agree in everything. */
export const statedBy = (person: SimulatedPerson): Expected => ({
  first_name: person.given_names,
  last_name: person.surname,
  date_of_birth: person.date_of_birth,
  document_number: person.document_number,
  country: person.address_country,
  address: person.address.join("\n")
})

/** The day a number of days after another one, both YYYY-MM-DD. */
export const dayAfter = (day: string, count: number): string => after(`${day}T00:00:00.000Z`, days(count)).slice(0, 10)
