import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

interface FrameInfo {
  readonly width: number
  readonly height: number
  readonly bitsPerSample: number
  readonly componentCount: number
  readonly isSigned: boolean
}
interface Decoder {
  readonly getEncodedBuffer: (length: number) => Uint8Array
  readonly decode: () => void
  readonly getFrameInfo: () => FrameInfo
  readonly getDecodedBuffer: () => Uint8Array
  readonly getColorSpace: () => number
  readonly delete: () => void
}
/** The package has no types of its own; this is the part of it that is used. */
type LoadOpenJpeg = (options: {
  readonly wasmBinary: Uint8Array
  readonly print: () => void
  readonly printErr: () => void
}) => Promise<{ readonly J2KDecoder: new () => Decoder }>

const silent = () => {}
const load = () => {
  const start: LoadOpenJpeg = require("@cornerstonejs/codec-openjpeg/decodewasmjs")
  // Given as bytes: left to itself, the library would fetch the file.
  const wasmBinary = readFileSync(require.resolve("@cornerstonejs/codec-openjpeg/decodewasm"))
  return start({ wasmBinary, print: silent, printErr: silent })
}
let loaded: ReturnType<typeof load> | undefined

/** Portraits of documents have some hundred pixels on a side (ICAO 9303 part 9, ISO/IEC 19794-5); far larger ones are hostile. */
export const portraitLimits = { side: 4096, pixels: 12_000_000, components: 4, tiles: 4096 } as const

/** How far into a file its code stream begins; boxes before it hold colour and resolution. */
const headerWindow = 65_536

/** Size, components and tiles as the SIZ segment states them (ISO/IEC 15444-1, annex A.5.1); null where there is none. */
const sizeOf = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWindow))
  const start = head.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]))
  if (start === -1 || start + 42 > head.length) return null
  const at = (offset: number) => head.readUInt32BE(start + offset)
  const [right, bottom, left, top, tileWidth, tileHeight] = [at(8), at(12), at(16), at(20), at(24), at(28)]
  const [width, height] = [right - left, bottom - top]
  const components = head.readUInt16BE(start + 40)
  const tiles = tileWidth > 0 && tileHeight > 0 ? Math.ceil(right / tileWidth) * Math.ceil(bottom / tileHeight) : Number.POSITIVE_INFINITY
  return { width, height, components, tiles }
}

/** Eight bits a sample, samples of one pixel together, as many channels as the picture has. */
interface RawPicture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
}

const channelsOf = (count: number): RawPicture["channels"] | undefined =>
  count === 1 || count === 2 || count === 3 || count === 4 ? count : undefined

/** Enumerated colour spaces of the library; what it did not say is taken for grey or sRGB by the number of components. */
const colourSpaces = { sycc: 3, eycc: 4, cmyk: 5 } as const

const eightBits = (samples: Uint8Array, bits: number): Uint8Array => {
  if (bits === 8) return Uint8Array.from(samples)
  if (bits < 8) return Uint8Array.from(samples, (sample) => Math.round((sample * 255) / (2 ** bits - 1)))
  const wide = new DataView(samples.buffer, samples.byteOffset, samples.byteLength)
  return Uint8Array.from({ length: samples.byteLength >> 1 }, (_, index) => wide.getUint16(index * 2, true) >> (bits - 8))
}

/** Luminance and chrominance to red, green and blue (ITU-R BT.601, full range). */
const withoutChrominance = (data: Uint8Array): Uint8Array => {
  const colours = new Uint8ClampedArray(data.length)
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [luma = 0, blue = 128, red = 128] = data.subarray(at, at + 3)
    colours[at] = luma + 1.402 * (red - 128)
    colours[at + 1] = luma - 0.344136 * (blue - 128) - 0.714136 * (red - 128)
    colours[at + 2] = luma + 1.772 * (blue - 128)
  }
  return new Uint8Array(colours.buffer)
}

/**
 * Decodes a JPEG 2000 picture, as a file or as a bare code stream. Null where it is none, is damaged, or is larger than any portrait. To be
 * run where it can be ended: the decoder is native code compiled to WebAssembly, and works on bytes of strangers.
 */
export const decodeJpeg2000 = async (bytes: Uint8Array): Promise<RawPicture | null> => {
  const size = sizeOf(bytes)
  if (size === null) return null
  const fits = (side: number) => side > 0 && side <= portraitLimits.side
  if (!fits(size.width) || !fits(size.height) || size.width * size.height > portraitLimits.pixels) return null
  if (size.components < 1 || size.components > portraitLimits.components || size.tiles > portraitLimits.tiles) return null
  loaded ??= load()
  const decoder = new (await loaded).J2KDecoder()
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
    const { bitsPerSample, componentCount, height, isSigned, width } = decoder.getFrameInfo()
    const channels = channelsOf(componentCount)
    if (channels === undefined || isSigned || bitsPerSample < 1 || bitsPerSample > 16 || width !== size.width || height !== size.height)
      return null
    const colourSpace = decoder.getColorSpace()
    if (colourSpace === colourSpaces.eycc || colourSpace === colourSpaces.cmyk) return null
    const data = eightBits(decoder.getDecodedBuffer(), bitsPerSample)
    if (data.length !== width * height * channels) return null
    return { data: colourSpace === colourSpaces.sycc && channels === 3 ? withoutChrominance(data) : data, width, height, channels }
  } catch {
    return null
  } finally {
    decoder.delete()
  }
}
