import { createHash } from "node:crypto"
import { Effect } from "effect"
import { invalid, type Problem } from "../../kernel/foundation/failure.ts"
import { now } from "../../kernel/foundation/time.ts"
import { sniffMedia } from "../../resources/documents/media.ts"
import { plainFile } from "../../resources/documents/served/plain-file.ts"
import { type GivenBranding, LogoStore, logoId, logoTypes, mostLogoBytes, type StoredLogo } from "../../resources/settings/branding.ts"

const typeOf = (bytes: Uint8Array) => {
  const sniffed = sniffMedia(bytes)
  return "mime_type" in sniffed ? logoTypes.find((type) => type === sniffed.mime_type) : undefined
}

/** The picture in this base64, without what a camera or an editor wrote beside it; undefined where it is none. */
const pictureIn = (text: string): Pick<StoredLogo, "sha256" | "mime_type" | "picture"> | undefined => {
  const given = Buffer.from(text, "base64")
  const mime_type = typeOf(given)
  if (given.toString("base64") !== text || given.length > mostLogoBytes || mime_type === undefined) return undefined
  const plain = plainFile(given, mime_type)
  if (plain === null) return undefined
  return { mime_type, sha256: createHash("sha256").update(plain).digest("hex"), picture: Buffer.from(plain).toString("base64") }
}

/** Stores the logo that is given, keeps the one that is named as it was read, or removes it; answers the branding as it is stored. */
export const keepBranding = Effect.fnUntraced(function* ({ logo, ...branding }: GivenBranding, loc: Problem["loc"]) {
  const store = yield* LogoStore
  const before = yield* store.lock(logoId)
  if (logo === undefined) {
    if (before !== undefined) yield* store.remove(logoId)
    return branding
  }
  if (typeof logo !== "string") {
    if (before?.sha256 !== logo.sha256 || before.mime_type !== logo.mime_type)
      return yield* invalid([...loc, "logo"], "unknown_logo", "is not the logo that is stored. Send the picture")
    return { ...branding, logo: { sha256: before.sha256, mime_type: before.mime_type } }
  }
  const picture = pictureIn(logo)
  if (picture === undefined) {
    return yield* invalid([...loc, "logo"], "not_a_picture", "must be a whole PNG, JPEG or WebP picture of at most 16 KB, in base64")
  }
  const at = yield* now
  if (before === undefined) yield* store.insert({ id: logoId, version: 1, ...picture, created_at: at, updated_at: at })
  else yield* store.save({ ...before, ...picture, updated_at: at })
  return { ...branding, logo: { sha256: picture.sha256, mime_type: picture.mime_type } }
})
