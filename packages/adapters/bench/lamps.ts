/**
 * Measures light over fields: `bun run bench lamps`, or `bun packages/adapters/bench/lamps.ts [pictures]`. Each picture counts as asked for again or
 * not by the limit of the default policy; the table shows how many were, with Wilson's bounds of 95 per cent.
 */
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { aLicence, aPassport, drawnCard } from "../../../test/support/identity-cards.ts"
import { lamps } from "../../../test/support/lamps.ts"
import { readIdentityPictures } from "../src/engines/identity/read-identity.ts"
import { wilson } from "./edited-bills/wilson.ts"
import { lampCase } from "./identity-pictures/lamps.ts"

const count = Math.max(1, Number(process.argv[2] ?? 60) || 60)
const cards = await Promise.all(
  [[aPassport(), 12] as const, [aLicence(), 16] as const].map(async ([details, pixelsPerMillimetre]) => ({
    details,
    pixelsPerMillimetre,
    image: await drawnCard(details, pixelsPerMillimetre)
  }))
)
const found = new Map<string, { all: number; found: number }>()
const counted = (kind: string, is: boolean): void => {
  for (const key of [kind, "all"]) {
    const row = found.get(key) ?? { all: 0, found: 0 }
    found.set(key, { all: row.all + 1, found: row.found + (is ? 1 : 0) })
  }
}

// Every seventh picture has its lamp beside the document.
for (let index = 0; index < count; index++) {
  const card = cards[index % cards.length]
  if (card === undefined) continue
  const lamp = lamps[index % lamps.length] ?? "bulb"
  const over = index % 7 === 6 ? null : (index * 3 + 1) % 7
  let bytes: Uint8Array | null = null
  for (let again = 0; again < 4 && bytes === null; again++) bytes = await lampCase(card, lamp, over, index + again * 1000)
  const read = bytes === null ? null : await readIdentityPictures({ bytes, mime_type: "image/jpeg", country: null })
  if (read === null || "code" in read) continue
  const glare = read.identity.pictures[0]?.quality.glare ?? 1
  counted(over === null ? "no light on the document" : lamp, glare < defaultIdentityPolicy.quality.glare)
  console.error(`${index} ${lamp}, ${over === null ? "beside" : `over field ${over}`}: glare ${glare}`)
}
console.log("| Kind | found | of | 95 % |\n| --- | --- | --- | --- |")
for (const [kind, row] of found) {
  const [low, high] = wilson(row.found, row.all).map((share) => `${Math.round(100 * share)}`)
  console.log(`| ${kind} | ${row.found} | ${row.all} | ${low} to ${high} % |`)
}
process.exit(0)
