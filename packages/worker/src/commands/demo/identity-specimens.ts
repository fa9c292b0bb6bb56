import { readFile } from "node:fs/promises"
import sharp from "sharp"
import type { DocumentFile } from "./client.ts"
import { drawPassport, type PassportDetails, zoneOf } from "./passport.ts"
import { makeSpecimenChip, type SpecimenChip } from "./specimen-chip.ts"

/** What the holder of the specimen passport said of herself, in the shape of a session's `expected`. */
export const expectedHolder = { first_name: "Isabel Claire", last_name: "Thornbury", date_of_birth: "1986-03-14" } as const

/** Words on the passport, none of which may reach an agent. */
export const holderWords = ["Isabel", "Thornbury", "1986-03-14", "UT4827193"] as const

export interface IdentitySpecimens {
  readonly passport: DocumentFile
  /** The same page with another date of birth in print and zone, whose check digits the forger left as they were. */
  readonly forged_passport: DocumentFile
  readonly selfie: DocumentFile
  readonly chip: SpecimenChip
}

const jpeg = (file_name: string, bytes: Uint8Array): DocumentFile => ({ file_name, mime_type: "image/jpeg", bytes })

const yearsFrom = (today: Date, years: number): string =>
  new Date(Date.UTC(today.getUTCFullYear() + years, today.getUTCMonth(), 15)).toISOString().slice(0, 10)

/**
 * The face as a camera at arm's length has it, in other light than on the passport. Both come from one photograph, for want of a second one
 * of the same person that may be given away.
 */
const selfieOf = (photograph: Uint8Array): Promise<Uint8Array> =>
  sharp(photograph)
    .extract({ left: 30, top: 0, width: 220, height: 250 })
    .resize({ width: 720 })
    .modulate({ brightness: 1.08 })
    .blur(0.8)
    .jpeg({ quality: 82 })
    .toBuffer()

/** A passport of Utopia, its chip, a selfie of its holder, and a forgery of it, made on the spot. */
export const makeIdentitySpecimens = async (today: Date): Promise<IdentitySpecimens> => {
  const photograph = await readFile(new URL("./faces/astronaut.jpg", import.meta.url))
  const details: PassportDetails = {
    surname: "THORNBURY",
    given_names: "ISABEL CLAIRE",
    number: "UT4827193",
    date_of_birth: expectedHolder.date_of_birth,
    sex: "F",
    issued_on: yearsFrom(today, -3),
    expires_on: yearsFrom(today, 7)
  }
  const zone = zoneOf(details)
  const [names, numbers] = zone
  const younger: PassportDetails = { ...details, date_of_birth: "1996-03-14" }
  return {
    passport: jpeg("passport.jpg", await drawPassport(details, zone, photograph)),
    forged_passport: jpeg("forged-passport.jpg", await drawPassport(younger, [names, numbers.replace("860314", "960314")], photograph)),
    selfie: jpeg("selfie.jpg", await selfieOf(photograph)),
    chip: makeSpecimenChip({ mrz: zone, portrait: photograph, country: "UT", algorithm: "ecdsa_p256", now: today })
  }
}
