/** A point in time as a file claims it. */
export interface FileDate {
  /** ISO 8601. */
  readonly iso: string
  /** Milliseconds since the epoch, taken as UTC where the file names no zone. */
  readonly at: number
  /** False when the file names no zone, so that half a day or more may be missing either way. */
  readonly zoned: boolean
}

const pad = (value: string | undefined, otherwise: string): string => (value ?? otherwise).padStart(2, "0")

const dateOf = (text: string, zone: string | null): FileDate | null => {
  const at = Date.parse(`${text}${zone ?? "Z"}`)
  if (!Number.isFinite(at)) return null
  return { iso: new Date(at).toISOString(), at, zoned: zone !== null }
}

/** Reads a date of a PDF's information dictionary, `D:20260302081500+01'00'` (ISO 32000-1, 7.9.4); null when it is none. */
export const pdfDate = (value: unknown): FileDate | null => {
  if (typeof value !== "string" || value.length > 64) return null
  const parts = /^\s*(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(?:(Z)|([+-])(\d{2})'?(\d{2})?'?)?/.exec(value)
  if (parts === null) return null
  const [, year, month, day, hour, minute, second, zulu, sign, zoneHours, zoneMinutes] = parts
  const zone = zulu !== undefined ? "Z" : sign === undefined ? null : `${sign}${zoneHours}:${pad(zoneMinutes, "00")}`
  const text = `${year}-${pad(month, "01")}-${pad(day, "01")}T${pad(hour, "00")}:${pad(minute, "00")}:${pad(second, "00")}`
  return dateOf(text, zone === "-00:00" ? "+00:00" : zone)
}

/** Reads a date of XMP metadata, a profile of ISO 8601; null when it is none. */
export const xmpDate = (value: unknown): FileDate | null => {
  if (typeof value !== "string" || value.length > 64) return null
  const parts = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?\s*(Z|[+-]\d{2}:\d{2})?\s*$/i.exec(value)
  if (parts === null) return null
  const [, day, clock, seconds, zone] = parts
  return dateOf(`${day}T${clock ?? "00:00"}${seconds ?? ":00"}`, zone?.toUpperCase() ?? null)
}
