import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { LivenessAction } from "@vouchkit/core/verification/faces/liveness/challenge"
import sharp from "sharp"

const require = createRequire(new URL("../../packages/adapters/src/engines/faces/face-engine.ts", import.meta.url))

/** One person, smiling, looking into the camera: 270 x 300 pixels, the face about 145. */
export const astronaut = new Uint8Array(readFileSync(new URL("../fixtures/faces/astronaut.jpg", import.meta.url)))

/** A sample picture of the package that describes faces: groups of one to five strangers, 1,920 pixels wide. */
export const samplePicture = (number: 1 | 2 | 3 | 4 | 5 | 6): Uint8Array =>
  new Uint8Array(readFileSync(join(dirname(dirname(require.resolve("@vladmandic/face-api"))), "demo", `sample${number}.jpg`)))

/** A part of a picture, by fractions. */
export const partOf = async (
  bytes: Uint8Array,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
): Promise<Uint8Array> => {
  const { height, width } = await sharp(bytes).metadata()
  const left = Math.max(0, Math.floor(part.left * width))
  const top = Math.max(0, Math.floor(part.top * height))
  const region = {
    left,
    top,
    width: Math.min(width - left, Math.ceil(part.width * width)),
    height: Math.min(height - top, Math.ceil(part.height * height))
  }
  return sharp(bytes).extract(region).jpeg({ quality: 92 }).toBuffer()
}

/** The portrait as a document shows it: small, pale and saved hard. */
export const asPortrait = (bytes: Uint8Array, width = 110): Promise<Uint8Array> =>
  sharp(bytes).resize({ width }).modulate({ saturation: 0.6 }).linear(0.7, 40).jpeg({ quality: 60 }).toBuffer()

/** A page of 5 by 3.4 portraits with the portrait in its lower left part. */
export const onPage = async (portrait: Uint8Array): Promise<Uint8Array> => {
  const { width } = await sharp(portrait).metadata()
  const page = { width: width * 5, height: Math.round(width * 3.4), channels: 3 as const, background: "#dde4e0" }
  const placed = { input: Buffer.from(portrait), left: Math.round(width * 0.4), top: Math.round(width * 0.8) }
  return sharp({ create: page }).composite([placed]).jpeg({ quality: 85 }).toBuffer()
}

/** Where `onPage` puts it, as fractions of the page. */
export const pagePlace = { left: 0.06, top: 0.2, width: 0.24, height: 0.4 } as const

const fixture = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(`../fixtures/faces/${path}.jpg`, import.meta.url)))

/** Frames of a photograph that was animated: its face turns and opens its mouth, and all around it stays. Two of each action. */
export const animatedFrame = (action: "rest" | LivenessAction, again = false): Uint8Array =>
  fixture(`animated/${action === "rest" ? action : `${action}_${again ? 2 : 1}`}`)

/** Frames of a head with depth, whose hair and ears turn with the face. */
export const renderedFrame = (action: "rest" | "turn_left" | "turn_right"): Uint8Array =>
  fixture(`rendered/${action === "rest" ? action : `${action}_1`}`)
