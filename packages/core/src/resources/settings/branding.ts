import { Context, Effect, Schema } from "effect"
import { Url } from "../../kernel/foundation/text.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"

/** A logo goes with every page of a link, so that it is small: in bytes, and in the characters of its base64. */
export const mostLogoBytes = 16_384
const mostLogoText = 4 * Math.ceil(mostLogoBytes / 3)

const channel = (hex: string): number => {
  const share = Number.parseInt(hex, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Contrast of white text on a colour, from 1 to 21 (WCAG 2.2). */
const contrastOfWhite = (colour: string): number => {
  const [red, green, blue] = [channel(colour.slice(1, 3)), channel(colour.slice(3, 5)), channel(colour.slice(5, 7))]
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
const leastContrast = 4.5

const Accent = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u),
  Schema.makeFilter((colour) => contrastOfWhite(colour) >= leastContrast || "must be dark enough for white text: a contrast of 4.5 or more")
).annotate({ description: "Colour of buttons, such as #0b57d0" })

export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const
const KeptLogo = Schema.Struct({
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)),
  mime_type: Schema.Literals(logoTypes)
}).annotate({ identifier: "Logo", description: "The logo that is stored" })

const fields = { accent: Schema.optionalKey(Accent), support_url: Schema.optionalKey(Url) }

/** What the people who are verified see of an organization, as it is stored: the picture has a record of its own. */
export const Branding = Schema.Struct({ logo: Schema.optionalKey(KeptLogo), ...fields }).annotate({ identifier: "OrganizationBranding" })

/** The same, as it is given. */
export const GivenBranding = Schema.Struct({
  logo: Schema.optionalKey(
    Schema.Union([
      Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/]{4,}={0,2}$/u), Schema.isMaxLength(mostLogoText)).annotate({
        description: "A PNG, JPEG or WebP picture of at most 16 KB, in base64"
      }),
      KeptLogo
    ])
  ),
  ...fields
}).annotate({ identifier: "GivenBranding" })
export interface GivenBranding extends Schema.Schema.Type<typeof GivenBranding> {}

export interface StoredLogo {
  readonly id: "organization_logo"
  readonly version: number
  readonly sha256: string
  readonly mime_type: (typeof logoTypes)[number]
  /** In base64. */
  readonly picture: string
  readonly created_at: string
  readonly updated_at: string
}
export const organizationLogos = shape<StoredLogo>()({ table: "settings", columns: {} })
export class LogoStore extends Context.Service<LogoStore, CollectionOf<typeof organizationLogos>>()("@vouchkit/core/settings/LogoStore") {}

export const logoId = "organization_logo"
export const storedLogo = Effect.flatMap(LogoStore, (store) => store.find(logoId))
