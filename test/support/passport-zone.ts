import { checkDigitOf } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"

export interface PassportZone {
  readonly surname: string
  readonly given_names: string
  /** As the zone has it: `GBR`, `D`. */
  readonly state: string
  readonly number: string
  /** YYMMDD. */
  readonly birth: string
  readonly expiry: string
}

export const withCheckDigit = (text: string): string => `${text}${checkDigitOf(text)}`

/** The two lines of a passport (ICAO 9303 part 4) whose check digits hold. */
export const passportZone = (changes: Partial<PassportZone> = {}): readonly [string, string] => {
  const zone: PassportZone = {
    surname: "HARTWELL",
    given_names: "AMELIA<JANE",
    state: "GBR",
    number: "543216789",
    birth: "850307",
    expiry: "490101",
    ...changes
  }
  const state = zone.state.padEnd(3, "<")
  const birth = withCheckDigit(zone.birth)
  const [number, expiry, optional] = [zone.number.padEnd(9, "<"), zone.expiry, "<".repeat(14)].map(withCheckDigit)
  return [
    `P<${state}${zone.surname}<<${zone.given_names}`.padEnd(44, "<").slice(0, 44),
    `${number}${state}${birth}F${expiry}${optional}${checkDigitOf(`${number}${birth}${expiry}${optional}`)}`
  ]
}
