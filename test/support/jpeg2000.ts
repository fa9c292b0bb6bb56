import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import sharp from "sharp"

const require = createRequire(new URL("../../packages/adapters/src/engines/chip/jpeg2000.ts", import.meta.url))
const wasmBinary = readFileSync(require.resolve("@cornerstonejs/codec-openjpeg/wasm"))
const library = await require("@cornerstonejs/codec-openjpeg/wasmjs")({ wasmBinary, print: () => {}, printErr: () => {} })

/** A picture with soft shapes, as raw samples. */
export const softPicture = async (width: number, height: number, channels: 1 | 3): Promise<Uint8Array> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#d8e0e8"/><ellipse cx="50%" cy="45%" rx="30%" ry="35%" fill="#b07850"/><rect y="80%" width="100%" height="20%" fill="#203060"/></svg>`
  const picture = sharp(Buffer.from(svg)).flatten()
  const { data } = await (channels === 1 ? picture.greyscale().toColourspace("b-w") : picture).raw().toBuffer({ resolveWithObject: true })
  return new Uint8Array(data)
}

/** Encodes samples without loss as a JPEG 2000 code stream. */
export const encodeJpeg2000 = (
  samples: Uint8Array,
  { channels, height, width }: { readonly width: number; readonly height: number; readonly channels: 1 | 3 }
): Uint8Array => {
  const encoder = new library.J2KEncoder()
  const frame = { width, height, bitsPerSample: 8, componentCount: channels, isSigned: false, isUsingColorTransform: channels === 3 }
  encoder.getDecodedBuffer(frame).set(samples)
  encoder.setQuality(true, 0)
  encoder.encode()
  const encoded = Uint8Array.from(encoder.getEncodedBuffer())
  encoder.delete()
  return encoded
}

const box = (type: string, content: Uint8Array): Uint8Array => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, "latin1")
  return Buffer.concat([head, content])
}

/** The code stream within the boxes of a JP2 file (ISO/IEC 15444-1, annex I). */
export const jp2File = (
  stream: Uint8Array,
  { channels, height, width }: { readonly width: number; readonly height: number; readonly channels: 1 | 3 }
): Uint8Array => {
  const header = Buffer.alloc(14)
  header.writeUInt32BE(height, 0)
  header.writeUInt32BE(width, 4)
  header.writeUInt16BE(channels, 8)
  header.set([7, 7, 0, 0], 10)
  const colour = Buffer.from([1, 0, 0, 0, 0, 0, channels === 1 ? 17 : 16])
  return new Uint8Array(
    Buffer.concat([
      box("jP  ", Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
      box("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
      box("jp2h", Buffer.concat([box("ihdr", header), box("colr", colour)])),
      box("jp2c", stream)
    ])
  )
}
