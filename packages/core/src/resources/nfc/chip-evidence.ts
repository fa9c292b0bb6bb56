import { readDataGroup1 } from "../../verification/chip/data-groups/machine-readable-zone.ts"
import { certificateCountriesOf, certificateCountry } from "../../verification/chip/certificates/issuing-states.ts"
import { readableOrNull } from "../../verification/chip/asn1/malformed.ts"
import { fromBase64 } from "../../verification/chip/asn1/octets.ts"
import { readSecurityObject } from "../../verification/chip/security-object.ts"
import { type ChipData, chipFiles } from "./chip-data.ts"

/** A chip as it was submitted, before it is known what it may be trusted by. */
interface GivenEvidence extends Pick<ChipData, "sod" | "data_groups"> {
  readonly challenge: Uint8Array
  readonly active_authentication_signature?: string
  readonly chip_authentication?: { readonly random: Uint8Array; readonly response: string }
}

const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"))

/** What a stored chip gives to its verification: the challenge is the one that the server gave and took once. */
export const evidenceOf = ({
  active_authentication,
  chip_authentication,
  data_groups,
  nonce,
  sod,
  terminal
}: Pick<ChipData, "sod" | "data_groups" | "nonce" | "active_authentication" | "chip_authentication" | "terminal">): GivenEvidence => ({
  sod,
  data_groups,
  challenge: fromHex(nonce),
  ...(active_authentication === undefined ? {} : { active_authentication_signature: active_authentication }),
  ...(chip_authentication === undefined || terminal === null
    ? {}
    : { chip_authentication: { random: fromHex(terminal), response: chip_authentication.response } })
})

/** Countries of one chip; a genuine one names a single country. */
const mostCountries = 8
/** What a country may be called in a certificate; nothing else has trust material, whatever a forged chip calls it. */
const countryCode = /^[A-Z]{2,3}$/u

/**
 * The countries whose certificates a chip has to be verified with: those that its signer's certificates name, and that of the machine
 * readable zone, so that a signer of another country is seen as such and not as one whom no one knows. Nothing here is proven yet.
 */
export const trustCountriesOf = ({ data_groups, sod }: Pick<ChipData, "sod" | "data_groups">): ReadonlyArray<string> => {
  const object = fromBase64(sod, chipFiles.sod.max_bytes)
  const first = fromBase64(data_groups.dg1, chipFiles.dg1.max_bytes)
  const signed = object === null ? null : readableOrNull(() => readSecurityObject(object))
  const zone = first === null ? null : readableOrNull(() => readDataGroup1(first))
  const signers = signed?.signed_data.certificates.map(({ issuer }) => issuer.country) ?? []
  const named = signers.flatMap((country) => (country === null ? [] : [certificateCountry(country)]))
  const claimed = zone === null ? [] : certificateCountriesOf(zone.issuing_state)
  return [...new Set([...named, ...claimed])]
    .filter((country) => countryCode.test(country))
    .slice(0, mostCountries)
    .sort()
}
