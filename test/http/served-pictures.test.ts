import { describe, expect, test } from "bun:test"
import sharp from "sharp"
import { locatedPictures, secrets } from "../support/located-pictures.ts"
import { organizationOfShared } from "../support/shared-service.ts"

const service = await organizationOfShared()

const get = async (path: string) => {
  const answer = await fetch(`${service.url}/api/v1${path}`, { headers: { "X-API-Key": service.keys.sandbox } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.bytes())
}

const uploaded = async (file: Uint8Array, mime_type: string): Promise<string> => {
  const form = new FormData()
  form.set("kind", "proof_of_address")
  form.set("file", new Blob([new Uint8Array(file)], { type: mime_type }), "photo")
  const answer = await fetch(`${service.url}/api/v1/documents`, {
    method: "POST",
    headers: { "X-API-Key": service.keys.sandbox },
    body: form
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const told = (bytes: Buffer) => secrets.filter((secret) => bytes.includes(secret, 0, "latin1"))
const upright = (file: Uint8Array) => sharp(file).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })

for (const { file, mime_type } of await locatedPictures()) {
  describe(mime_type, () => {
    test("is served without position, camera, owner, texts and previews, and the way up stays", async () => {
      expect(told(file).length).toBeGreaterThan(1)
      const id = await uploaded(file, mime_type)
      const served = await get(`/documents/${id}/download`)
      const preview = await get(`/documents/${id}/preview?width=64`)
      if (mime_type === "application/pdf") {
        expect(served.length).toBe(file.length)
        expect(told(served)).toEqual(["SecretComment", "SecretTrailer"])
        expect(await sharp(preview).metadata()).toMatchObject({ format: "png", width: 64 })
      } else {
        expect(told(served)).toEqual([])
        const { exif, gps, orientation, xmp } = (await sharp(served).metadata()) as object as { [name: string]: unknown }
        expect({ gps, orientation, xmp }).toEqual({ gps: undefined, orientation: 6, xmp: undefined })
        expect(exif instanceof Uint8Array && exif.length > 40).toBe(false)
        expect(await upright(served)).toEqual(await upright(file))
        expect(await sharp(preview).metadata()).toMatchObject({ format: "png", width: 64, height: 96 })
      }
      expect(told(preview)).toEqual([])
    })
  })
}

test("a file without metadata is served as it was uploaded, byte by byte", async () => {
  const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: "#123456" } })
  for (const [mime_type, drawn] of [
    ["image/jpeg", plain.clone().jpeg({ progressive: true })],
    ["image/png", plain.clone().png()],
    ["image/webp", plain.clone().webp()]
  ] as const) {
    const file = await drawn.toBuffer()
    expect(await get(`/documents/${await uploaded(file, mime_type)}/download`)).toEqual(file)
  }
})
