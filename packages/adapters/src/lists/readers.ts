import { type ListFormatName, listFormat } from "@vouchkit/core/resources/watchlists/sources/catalogue"
import type { CustomerMapping } from "@vouchkit/core/resources/watchlists/sources/customer-csv"
import { deltaSteps, entitySteps } from "@vouchkit/core/resources/watchlists/sources/follow-the-money"
import { type ListFile, type ListReader, ListUnreadable } from "@vouchkit/core/resources/watchlists/sources/reading"
import { cslCsv, customerCsv, ofsiCsv, openSanctionsSimpleCsv, ukCsv } from "./csv-lists.ts"
import { jsonLines } from "./json-lines.ts"
import { ofacSetReader } from "./ofac-set.ts"
import type { TextOptions } from "./text-stream.ts"
import { euXml, ofacEnhancedXml, ofacXml, ukXml, unXml } from "./xml-lists.ts"

export interface ReaderOptions extends TextOptions {
  /** How to read a customer's own columns; needed for `customer_csv` and for nothing else. */
  readonly mapping?: CustomerMapping | undefined
}

const lineReader = (steps: typeof entitySteps, options: TextOptions): ListReader =>
  async function* (files, notes) {
    for (const file of files) for await (const { line, value } of jsonLines(file, options)) yield* steps(value, line, notes)
  }

const readers = {
  ofac_csv: ofacSetReader,
  ofac_xml: ofacXml,
  ofac_enhanced_xml: ofacEnhancedXml,
  un_xml: unXml,
  eu_xml: euXml,
  uk_csv: ukCsv,
  uk_xml: ukXml,
  ofsi_csv: ofsiCsv,
  us_csl_csv: cslCsv,
  opensanctions_simple_csv: openSanctionsSimpleCsv,
  opensanctions_ftm: (options) => lineReader(entitySteps, options),
  opensanctions_delta: (options) => lineReader(deltaSteps, options),
  customer_csv: (options) => customerCsv(options.mapping, options)
} as const satisfies Record<ListFormatName, (options: ReaderOptions) => ListReader>

/** The reader of a format, which refuses more files than a list of the format has. */
export const listReader = (format: ListFormatName, options: ReaderOptions = {}): ListReader => {
  const read = readers[format](options)
  if (listFormat(format).files !== "one") return read
  return async function* (files: ReadonlyArray<ListFile>, notes) {
    if (files.length !== 1) throw new ListUnreadable("unexpected_format", "A list of this format is one file.")
    yield* read(files, notes)
  }
}
