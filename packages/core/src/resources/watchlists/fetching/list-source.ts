import { Redacted, Result } from "effect"
import { parseJson } from "../../../kernel/wire/json.ts"
import { isListKey } from "../../../verification/screening/list-key.ts"
import { isListFormat, type ListFormat, listFormat, listFormatNames, listTitle } from "../sources/catalogue.ts"
import { sampleList } from "../sources/sample.ts"

/** A list that is fetched: where its files are, and how they are read. */
export interface ListSource {
  readonly key: string
  readonly format: ListFormat
  readonly title: string
  /** One for each file. Publishers issue addresses with a token in them, so that they are never shown whole. */
  readonly urls: ReadonlyArray<Redacted.Redacted<string>>
  /** Encoding of the files by its name in the WHATWG standard; null for UTF-8. */
  readonly encoding: string | null
}

/** How many lists are fetched, and how many files one of them has. */
const sourceLimits = { lists: 50, files: 8 } as const

const example = `{"un_consolidated": "https://…/consolidated.xml", "ofac_sdn": {"format": "ofac_csv", "urls": ["https://…/SDN.CSV", …]}}`

type Read<A> = Result.Result<A, string>
const refuse = (message: string): Read<never> => Result.fail(message)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const knownMembers = new Set(["format", "url", "urls", "title", "encoding"])

const isTexts = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value) && value.every((one) => typeof one === "string")

/** The one format that a list of this key is read in; several formats share the keys of some lists. */
const onlyFormat = (key: string): ListFormat | undefined => {
  const formats = listFormatNames.map(listFormat).filter((format) => format.key === key && format.mode === "full")
  return formats.length === 1 ? formats[0] : undefined
}

const formatOf = (key: string, name: unknown): Read<ListFormat> => {
  if (name === undefined) {
    const only = onlyFormat(key)
    return only === undefined ? refuse(`must name the format of ${key}, one of ${listFormatNames.join(", ")}`) : Result.succeed(only)
  }
  if (typeof name !== "string" || !isListFormat(name)) return refuse(`must name a known format for ${key}: ${listFormatNames.join(", ")}`)
  const format = listFormat(name)
  if (name === "customer_csv") return refuse(`must not fetch ${key} as customer_csv: organizations upload their watchlists through the API`)
  return format.mode === "delta"
    ? refuse(`must name a format of whole watchlists for ${key}; import deltas by hand`)
    : Result.succeed(format)
}

const sourceOf = (key: string, value: unknown): Read<ListSource> => {
  if (!isListKey(key) || key === sampleList.key) {
    return refuse("must name lists by lower-case letters, digits and _, at most 64 of them, and none of them sample")
  }
  const given = typeof value === "string" ? { url: value } : value
  if (!isObject(given) || Object.keys(given).some((name) => !knownMembers.has(name))) {
    return refuse(`must give ${key} a URL, or an object with format, urls, title and encoding`)
  }
  const { encoding = null, title, url, urls = url === undefined ? undefined : [url] } = given
  if (!isTexts(urls) || urls.length === 0 || urls.length > sourceLimits.files || (url !== undefined && given.urls !== undefined)) {
    return refuse(`must give ${key} 1 to ${sourceLimits.files} URLs`)
  }
  if (encoding !== null && (typeof encoding !== "string" || !/^[a-z0-9_-]{1,40}$/i.test(encoding))) {
    return refuse(`must name the encoding of ${key} as the WHATWG standard does, such as windows-1252`)
  }
  if (title !== undefined && (typeof title !== "string" || title.trim() === "" || title.length > 255)) {
    return refuse(`must give ${key} a title of at most 255 characters, or none`)
  }
  return Result.flatMap(formatOf(key, given.format), (format) =>
    format.files === "one" && urls.length > 1
      ? refuse(`must give ${key} one URL, since a list in ${format.name} is one file`)
      : Result.succeed({ key, format, title: title ?? listTitle(key, format), urls: urls.map((one) => Redacted.make(one)), encoding })
  )
}

/**
 * Reads `SCREENING_LIST_URLS`: a JSON object from the key of a list to its URL, or to `{format, urls, title, encoding}`. JSON, since a list
 * may have several files and a format of its own, and URLs hold every sign by which pairs could be distinguished. What is wrong is said without
 * any of the URLs.
 */
export const parseListSources = (text: string): Result.Result<ReadonlyArray<ListSource>, string> => {
  const parsed = parseJson(new TextEncoder().encode(text))
  if ("problem" in parsed || !isObject(parsed.ok)) return refuse(`must be a JSON object, such as ${example}`)
  const entries = Object.entries(parsed.ok)
  if (entries.length > sourceLimits.lists) return refuse(`must name at most ${sourceLimits.lists} lists`)
  return Result.all(entries.map(([key, value]) => sourceOf(key, value)))
}
