/** What can be imported. `files` says whether a list comes as one file or as several that belong together or follow each other. */
export interface ListFormat {
  readonly name: ListFormatName
  /** Key and title of the list unless an import gives others. */
  readonly key: string
  readonly title: string
  readonly mode: "full" | "delta"
  readonly files: "one" | "set" | "sequence"
}

const of = (key: string, title: string, more: Partial<Pick<ListFormat, "mode" | "files">> = {}): Omit<ListFormat, "name"> => ({
  key,
  title,
  mode: "full",
  files: "one",
  ...more
})

const formats = {
  ofac_csv: of("ofac_sdn", "OFAC Specially Designated Nationals", { files: "set" }),
  ofac_xml: of("ofac_sdn", "OFAC Specially Designated Nationals"),
  ofac_enhanced_xml: of("ofac_sdn", "OFAC Specially Designated Nationals"),
  un_xml: of("un_consolidated", "UN Security Council Consolidated List"),
  eu_xml: of("eu_fsf", "EU Consolidated Financial Sanctions List"),
  uk_csv: of("uk_sanctions", "UK Sanctions List"),
  uk_xml: of("uk_sanctions", "UK Sanctions List"),
  ofsi_csv: of("uk_ofsi", "UK OFSI Consolidated List (ended 2026-01-28)"),
  us_csl_csv: of("us_csl", "US Consolidated Screening List"),
  opensanctions_simple_csv: of("opensanctions", "OpenSanctions"),
  opensanctions_ftm: of("opensanctions", "OpenSanctions"),
  opensanctions_delta: of("opensanctions", "OpenSanctions", { mode: "delta", files: "sequence" }),
  customer_csv: of("customer", "Own list")
} as const satisfies Record<string, Omit<ListFormat, "name">>

export type ListFormatName = keyof typeof formats

export const listFormatNames: ReadonlyArray<ListFormatName> = [
  "ofac_csv",
  "ofac_xml",
  "ofac_enhanced_xml",
  "un_xml",
  "eu_xml",
  "uk_csv",
  "uk_xml",
  "ofsi_csv",
  "us_csl_csv",
  "opensanctions_simple_csv",
  "opensanctions_ftm",
  "opensanctions_delta",
  "customer_csv"
]

export const isListFormat = (text: string): text is ListFormatName => listFormatNames.some((name) => name === text)

export const listFormat = (name: ListFormatName): ListFormat => ({ name, ...formats[name] })

/** Lists that come in the format of another one. */
const titlesByKey: ReadonlyMap<string, string> = new Map([["ofac_consolidated", "OFAC Consolidated Non-SDN Lists"]])

/** What a list is called unless an import says otherwise. Under a key of its own it is not the list that its format was made for. */
export const listTitle = (key: string, { key: usual, title }: ListFormat): string => titlesByKey.get(key) ?? (key === usual ? title : key)
