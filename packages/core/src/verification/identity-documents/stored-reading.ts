import type { BarcodeReading, DocumentPicture, IdentityReading } from "./reading.ts"

type StoredBarcode = Omit<BarcodeReading, "bytes"> & { readonly base64: string }
type StoredPicture = Omit<DocumentPicture, "barcodes"> & { readonly barcodes: ReadonlyArray<StoredBarcode> }

/** A reading in the form that JSON holds: what a barcode carries is bytes. It is personal data throughout. */
export type StoredIdentityReading = Omit<IdentityReading, "pictures"> & { readonly pictures: ReadonlyArray<StoredPicture> }

/** What is kept of a reading; an engine may see more than a record has room for. */
const limits = { pictures: 4, barcodes: 8, barcode_bytes: 8_192, lines: 400, line: 500, fields: 20 } as const

/** Text that a database column holds: no NUL and no half of a surrogate pair. */
const storable = (text: string): string => text.slice(0, limits.line).toWellFormed().replaceAll("\u0000", "")

export const storedReading = (reading: IdentityReading): StoredIdentityReading => ({
  ...reading,
  pictures: reading.pictures.slice(0, limits.pictures).map((picture) => ({
    ...picture,
    ...(picture.fields === undefined
      ? {}
      : { fields: picture.fields.slice(0, limits.fields).map((field) => ({ ...field, value: storable(field.value) })) }),
    lines: picture.lines.slice(0, limits.lines).map((line) => ({ ...line, text: storable(line.text) })),
    barcodes: picture.barcodes
      .filter(({ bytes }) => bytes.length <= limits.barcode_bytes)
      .slice(0, limits.barcodes)
      .map(({ bytes, ...barcode }) => ({ ...barcode, base64: Buffer.from(bytes).toString("base64") }))
  }))
})

export const readingOf = (stored: StoredIdentityReading): IdentityReading => ({
  ...stored,
  pictures: stored.pictures.map((picture) => ({
    ...picture,
    barcodes: picture.barcodes.map(({ base64, ...barcode }) => ({ ...barcode, bytes: new Uint8Array(Buffer.from(base64, "base64")) }))
  }))
})
