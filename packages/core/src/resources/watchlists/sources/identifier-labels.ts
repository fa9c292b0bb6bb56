import type { IdentifierType } from "../../../verification/screening/record.ts"

/** Words by which the public lists name a number, in the order in which they are tried: the narrow before the wide. */
const labels: ReadonlyArray<readonly [RegExp, IdentifierType]> = [
  [/digital currency|crypto|wallet/i, "crypto_address"],
  [/\bimo\b|vessel registration identification/i, "imo"],
  [/\bmmsi\b/i, "mmsi"],
  [/call ?sign/i, "call_sign"],
  [/manufacturer'?s serial|\bmsn\b|construction number/i, "aircraft_serial"],
  [/tail number/i, "aircraft_tail"],
  [/passport|passeport|pasaporte|travel document|\blaissez/i, "passport"],
  [/driver'?s? licen|driving licen|driver permit/i, "driving_licence"],
  [/residen(?:cy|t|ce)|green card|\bkitas\b|permanent resident|refugee id|stateless person id/i, "residence_permit"],
  [/\bssn\b|social security|\bn\.?i\.? number/i, "social_security"],
  [/\blei\b|legal entity (?:number|identifier)/i, "lei"],
  [/swift|\bbic\b|bicswift/i, "bic"],
  [/d-?u-?n-?s/i, "duns"],
  [/\biban\b|bank account|account number/i, "bank_account"],
  [/e-?mail/i, "email"],
  [/phone|\bfax\b|mobile|\btel\b/i, "phone"],
  [/web ?site|\burl\b/i, "website"],
  [
    /\btax|\bnit\b|\br\.?u\.?c\.?(?: #|\b)|\br\.?f\.?c\b|\bv\.?a\.?t\b|\bfein\b|\bc\.?u\.?i\.?[tl]\b|\btin\b|\binn\b|fiscal|gst\b|cnpj|\bcpf\b|\brif\b/i,
    "tax_id"
  ],
  [
    /national|cedula|citizen|identity (?:card|document)|\bid card|identification (?:number|card|document)|personal (?:id|number)|\bd\.?n\.?i\b|\bc\.?u\.?r\.?p\b|\bnie\b|carnet|\bn\.?i\.?e\b|electoral|voter|\bc\.?i\.? no|birth certificate|\bid number/i,
    "national_id"
  ],
  [
    /regist|company number|commercial|charity|chamber of commerce|matricula|mercantil|business number|enterprise number|trade licen|\bogrn\b|unified social credit|\buscc\b|economic register|organi[sz]ation code|\bcr no/i,
    "registration"
  ]
]

/** The kind of number that a label of a public list names; `other` when no rule knows it. */
export const identifierTypeOf = (label: string): IdentifierType => labels.find(([words]) => words.test(label))?.[1] ?? "other"
