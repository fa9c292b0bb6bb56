import sharp from "sharp"

/** Words that only metadata holds: a camera, its owner, a place in four forms, and a preview. */
export const secrets = ["SecretCamera", "Secret Owner", "SecretXmp", "SecretComment", "48/1 51/1 29/1", "SecretTrailer"]

const width = 60
const height = 40

/** Left red, right blue, so that a turn shows. */
const pixels = Buffer.from(
  Array.from({ length: width * height }, (_, index) => (index % width < width / 2 ? [255, 0, 0] : [0, 0, 255])).flat()
)
const plain = () => sharp(pixels, { raw: { width, height, channels: 3 } })

const exif = {
  IFD0: { Make: "SecretCamera", Model: "SecretCamera 9", Copyright: "Secret Owner", ImageDescription: "48/1 51/1 29/1" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 29/1", GPSLongitudeRef: "E", GPSLongitude: "2/1 17/1 40/1" }
}
const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51N" exif:UserComment="SecretXmp"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const marked = () => plain().withMetadata({ orientation: 6, exif }).withXmp(xmp)

const jpeg = async () => {
  const written = await marked().jpeg({ quality: 90 }).toBuffer()
  const comment = Buffer.from("\xff\xfe\0\x0fSecretComment", "latin1")
  return Buffer.concat([written.subarray(0, 2), comment, written.subarray(2), Buffer.from("SecretTrailer")])
}

const pngChunk = (type: string, data: string) => {
  const content = Buffer.from(type + data, "latin1")
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(data.length)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(Bun.hash.crc32(content), content.length + 4)
  return chunk
}

const png = async () => {
  const written = await marked().png().toBuffer()
  const header = 33
  return Buffer.concat([written.subarray(0, header), pngChunk("iTXt", "Comment\0\0\0\0\0SecretComment"), written.subarray(header)])
}

/** A TIFF by hand, since no library at hand writes positions into one: directory, Exif and position directories, texts, pixels. */
const tiff = (): Buffer => {
  const file = Buffer.alloc(1024 + pixels.length)
  let free = 400
  const text = (words: string) => {
    const at = free
    free += file.write(`${words}\0`, at, "latin1") + (words.length % 2)
    return [2, words.length + 1, at] as const
  }
  const directory = (at: number, entries: ReadonlyArray<readonly [number, number, number, number]>) => {
    file.writeUInt16LE(entries.length, at)
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const place = at + 2 + index * 12
      file.writeUInt16LE(tag, place)
      file.writeUInt16LE(type, place + 2)
      file.writeUInt32LE(count, place + 4)
      file.writeUInt32LE(value, place + 8)
    }
  }
  file.write("II*\0", 0, "latin1")
  file.writeUInt32LE(8, 4)
  for (const [index, value] of [8, 8, 8].entries()) file.writeUInt16LE(value, 390 + index * 2)
  directory(8, [
    [256, 3, 1, width],
    [257, 3, 1, height],
    [258, 3, 3, 390],
    [259, 3, 1, 1],
    [262, 3, 1, 2],
    [271, ...text("SecretCamera")],
    [273, 4, 1, 1024],
    [274, 3, 1, 6],
    [277, 3, 1, 3],
    [278, 3, 1, height],
    [279, 4, 1, pixels.length],
    [315, ...text("Secret Owner")],
    [700, ...text("SecretXmp")],
    [34665, 4, 1, 300],
    [34853, 4, 1, 340]
  ])
  directory(300, [[37510, ...text("SecretComment")]])
  directory(340, [[2, ...text("48/1 51/1 29/1")]])
  pixels.copy(file, 1024)
  return file
}

/** A PDF that holds a photograph as the camera wrote it, as applications for scanning make them. */
const pdf = async () => {
  const picture = await jpeg()
  const parts = [
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 40]/Contents 5 0 R/Resources<</XObject<</P 4 0 R>>>>>>endobj\n",
    `4 0 obj<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${picture.length}>>stream\n`
  ]
  const drawing = "60 0 0 40 0 0 cm /P Do"
  const rest = `\nendstream endobj\n5 0 obj<</Length ${drawing.length}>>stream\n${drawing}\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
  return Buffer.concat([Buffer.from(parts.join("")), picture, Buffer.from(rest)])
}

/** One small file of each accepted type, which tells where it was taken, by what and by whom, and lies on its side (but for the PDF). */
export const locatedPictures = async () =>
  [
    { mime_type: "image/jpeg", file: await jpeg() },
    { mime_type: "image/png", file: await png() },
    { mime_type: "image/webp", file: await marked().webp({ lossless: true }).toBuffer() },
    { mime_type: "image/tiff", file: tiff() },
    { mime_type: "application/pdf", file: await pdf() }
  ] as const
