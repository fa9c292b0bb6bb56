import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { euEntry } from "@vouchkit/core/resources/watchlists/sources/eu-fsf"
import { ofacEnhancedEntry } from "@vouchkit/core/resources/watchlists/sources/ofac/enhanced"
import { ofacPublishDate, ofacXmlEntry } from "@vouchkit/core/resources/watchlists/sources/ofac/xml"
import type { ListReader, ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { ukXmlEntry } from "@vouchkit/core/resources/watchlists/sources/uk/xml"
import { unEntry } from "@vouchkit/core/resources/watchlists/sources/un-consolidated"
import { attributeOf, textAt, type XmlElement } from "@vouchkit/core/resources/watchlists/sources/xml-element"
import type { TextOptions } from "./text-stream.ts"
import { type XmlLayout, xmlElements } from "./xml-stream.ts"

/** How one XML format is laid out, where its entries are and where it prints its edition. */
interface XmlList {
  readonly layout: XmlLayout
  readonly entries: ReadonlyArray<string>
  readonly read: (element: XmlElement, notes: ReadingNotes) => ListEntry | undefined
  /** Elements below the root that are no entries, the root included. */
  readonly headers: ReadonlyArray<string>
  readonly published: (header: XmlElement) => string | undefined
  /** How many entries the file says that it holds. */
  readonly announced?: (header: XmlElement) => string | undefined
}

const longestVersion = 64

const xmlReader = (list: XmlList, options: TextOptions): ListReader =>
  async function* (files, notes) {
    let count = 0
    let announced: number | undefined
    for (const file of files) {
      for await (const element of xmlElements(file, list.layout, options)) {
        if (list.entries.includes(element.name)) {
          count += 1
          const entry = list.read(element, notes)
          if (entry !== undefined) yield { op: "put", entry }
        } else if (element.name === list.layout.root || list.headers.includes(element.name)) {
          notes.published = list.published(element)?.slice(0, longestVersion) ?? notes.published
          const said = list.announced?.(element)
          if (said !== undefined && /^\d{1,9}$/.test(said)) announced = Number(said)
        } else notes.note({ code: "unknown_element", where: `${list.layout.root}/${element.name}` })
      }
    }
    if (announced !== undefined && announced !== count) {
      notes.note({ code: "count_differs", where: list.layout.root, value: `${announced} announced, ${count} read` })
    }
  }

/** SDN.XML and CONSOLIDATED.XML. */
export const ofacXml = (options: TextOptions): ListReader =>
  xmlReader(
    {
      layout: { root: "sdnList", containers: [] },
      entries: ["sdnEntry"],
      read: ofacXmlEntry,
      // The element is misspelt in the schema itself.
      headers: ["publshInformation"],
      published: (header) => ofacPublishDate(textAt(header, "Publish_Date")) ?? undefined,
      announced: (header) => textAt(header, "Record_Count")
    },
    options
  )

/** SDN_ENHANCED.XML and CONS_ENHANCED.XML. */
export const ofacEnhancedXml = (options: TextOptions): ListReader =>
  xmlReader(
    {
      layout: { root: "sanctionsData", containers: ["entities"] },
      entries: ["entity"],
      read: ofacEnhancedEntry,
      // OFAC's tables of reference values, which its own words in the entries repeat.
      headers: ["publicationInfo", "referenceValues", "featureTypes"],
      published: (header) => textAt(header, "dataAsOf")?.slice(0, 10)
    },
    options
  )

/** The UN's consolidated.xml. */
export const unXml = (options: TextOptions): ListReader =>
  xmlReader(
    {
      layout: { root: "CONSOLIDATED_LIST", containers: ["INDIVIDUALS", "ENTITIES"] },
      entries: ["INDIVIDUAL", "ENTITY"],
      read: unEntry,
      headers: [],
      published: (header) => attributeOf(header, "dateGenerated")
    },
    options
  )

/** The EU's xmlFullSanctionsList_1_1. */
export const euXml = (options: TextOptions): ListReader =>
  xmlReader(
    {
      layout: { root: "export", containers: [] },
      entries: ["sanctionEntity"],
      read: euEntry,
      headers: [],
      published: (header) => attributeOf(header, "generationDate")
    },
    options
  )

/** The UK Sanctions List in XML. */
export const ukXml = (options: TextOptions): ListReader =>
  xmlReader(
    {
      layout: { root: "Designations", containers: [] },
      entries: ["Designation"],
      read: ukXmlEntry,
      headers: ["DateGenerated"],
      published: (header) => (header.name === "DateGenerated" && header.text !== "" ? header.text : undefined)
    },
    options
  )
