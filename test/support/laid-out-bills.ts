import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib"
import { chanceOf } from "./photographs.ts"

type Chance = () => number
const pick = <A>(chance: Chance, from: ReadonlyArray<A>): A => from[Math.floor(chance() * from.length)] as A
const between = (chance: Chance, least: number, most: number): number => least + chance() * (most - least)

const issuers = [
  "Northwind Energy Ltd",
  "Severn Gas and Power Ltd",
  "Calder Water Services Ltd",
  "Tamar Electricity Company Ltd",
  "Pennine Energy Supply Ltd",
  "Solent Power Company Ltd",
  "Fenland Water Ltd",
  "Mersey Utilities Ltd",
  "Tweed Energy Ltd",
  "Avon Gas Supply Ltd"
]
const families = [
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  [StandardFonts.Courier, StandardFonts.CourierBold]
] as const

/** Where an issuer puts what, in points of A4, and in which words. */
export interface BillLayout {
  readonly issuer: string
  readonly family: (typeof families)[number]
  readonly left: number
  readonly size: number
  readonly issuerAt: readonly [number, number]
  readonly titleAt: readonly [number, number]
  readonly addressAt: readonly [number, number]
  readonly factsAt: readonly [number, number]
  readonly column: number
  readonly step: number
  readonly tableAt: number
  readonly labels: Readonly<Record<"title" | "account" | "number" | "issued" | "period" | "due" | "charges" | "amount" | "total", string>>
  readonly rows: ReadonlyArray<string>
  readonly producer: string
}

const words = {
  title: ["Electricity bill", "Your electricity bill", "Energy bill", "Electricity statement"],
  account: ["Account number", "Customer number", "Account no", "Customer reference"],
  number: ["Invoice number", "Bill number", "Reference number", "Invoice no"],
  issued: ["Date of issue", "Bill date", "Invoice date", "Issue date"],
  period: ["Billing period", "Supply period", "Period covered", "Service period"],
  due: ["Payment due", "Due date", "Pay by", "Payment due date"],
  charges: ["Description", "Charges", "Details", "Your charges"],
  amount: ["Amount", "Net amount", "Charge", "Amount in GBP"],
  total: ["Total", "Amount due", "Total due", "Total amount due"]
} as const

/** A layout that no other seed gives. */
export const billLayout = (seed: number): BillLayout => {
  const chance = chanceOf(1000 + seed * 7919)
  const left = between(chance, 42, 92)
  const addressLeft = pick(chance, [left, between(chance, 300, 360)])
  return {
    issuer: issuers[seed % issuers.length] as string,
    family: pick(chance, families),
    left,
    size: between(chance, 9.5, 11),
    issuerAt: [left, between(chance, 50, 84)],
    titleAt: [between(chance, 330, 400), between(chance, 96, 122)],
    addressAt: [addressLeft, between(chance, 140, 186)],
    factsAt: [left, between(chance, 275, 320)],
    column: between(chance, 120, 170),
    step: between(chance, 15, 21),
    tableAt: between(chance, 420, 470),
    labels: Object.fromEntries(Object.entries(words).map(([name, from]) => [name, pick(chance, from)])) as BillLayout["labels"],
    rows: ["Standing charge", "Energy used", "Value added tax", "Previous balance", "Meter reading"].slice(0, 3 + Math.floor(chance() * 3)),
    producer: pick(chance, ["pdf-lib", "iText 7.1.9", "Apache FOP 2.4", "OpenText Exstream 16"])
  }
}

const firsts = [
  "Jonathan",
  "Margaret",
  "Adebayo",
  "Li",
  "Fatima",
  "Oluwaseun",
  "Grace",
  "Ian",
  "Siobhan",
  "Mohammed",
  "Anne",
  "Christopher"
]
const lasts = [
  "Okonkwo",
  "Reid",
  "Abernathy",
  "Ng",
  "Whitfield",
  "MacGregor",
  "Patel",
  "Ali",
  "Fotheringham",
  "Kowalska",
  "Hughes",
  "Oyelaran"
]
const streets = [
  "Marlowe Gardens",
  "High Street",
  "Canal Row",
  "Station Road",
  "The Crescent",
  "Upper Mill Lane",
  "Park View",
  "Queen Street"
]
const towns = [
  ["Bristol", "BS8 4QT"],
  ["Leeds", "LS1 4AB"],
  ["York", "YO1 7HH"],
  ["Wolverhampton", "WV1 1RL"],
  ["Bath", "BA1 1UA"]
] as const

export interface BillValues {
  readonly name: string
  readonly address: ReadonlyArray<string>
  readonly account: string
  readonly number: string
  readonly issued: string
  readonly period: string
  readonly due: string
  readonly amounts: ReadonlyArray<string>
  readonly meters: number
}

export const billValues = (seed: number): BillValues => {
  const chance = chanceOf(77 + seed * 104_729)
  const [town, code] = pick(chance, towns)
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(chance() * 10)).join("")
  const flat = chance() < 0.4 ? [`Flat ${1 + Math.floor(chance() * 90)}`] : []
  const day = 1 + Math.floor(chance() * 20)
  return {
    name: `${pick(chance, firsts)} ${pick(chance, lasts)}`,
    address: [...flat, `${1 + Math.floor(chance() * 240)} ${pick(chance, streets)}`, town, code],
    account: `${digits(4)} ${digits(4)} ${digits(Math.floor(between(chance, 2, 5)))}`,
    number: digits(Math.floor(between(chance, 6, 11))),
    issued: `${day} March 2026`,
    period: "1 February 2026 to 28 February 2026",
    due: `${day + 7} March 2026`,
    amounts: Array.from({ length: 12 }, () => between(chance, 2, 900).toFixed(2)),
    meters: Math.floor(chance() * 5)
  }
}

/** What a forger does to a bill: moves a block by some points, or sets it in another font. */
export interface BillChange {
  readonly moved?: { readonly block: "name" | "address" | "issued" | "period" | "total" | "title"; readonly by: readonly [number, number] }
  readonly otherFont?: "name" | "issued"
  /** Everything set again in another family. */
  readonly family?: BillLayout["family"]
}

/** Prints a bill in a layout, with however many meters: what follows them stands lower on the longer bill. */
export const laidOutBill = async (layout: BillLayout, values: BillValues, change: BillChange = {}): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const [plainName, boldName] = change.family ?? layout.family
  const [plain, bold] = [await document.embedFont(plainName), await document.embedFont(boldName)]
  const strange = await document.embedFont(plainName === StandardFonts.TimesRoman ? StandardFonts.Helvetica : StandardFonts.TimesRoman)
  const page: PDFPage = document.addPage([595.28, 841.89])
  const { labels, size } = layout
  const write = (text: string, [x, y]: readonly [number, number], font: PDFFont, block: string, points = size) => {
    const [right, down] = change.moved?.block === block ? change.moved.by : [0, 0]
    const used = change.otherFont === block ? strange : font
    page.drawText(text, { x: x + right, y: page.getHeight() - y - down, size: points, font: used, color: rgb(0.08, 0.08, 0.1) })
  }
  write(layout.issuer, layout.issuerAt, bold, "issuer", 17)
  write(labels.title, layout.titleAt, bold, "title", 15)
  const [addressLeft, addressTop] = layout.addressAt
  write(values.name, [addressLeft, addressTop], plain, "name", size + 0.5)
  for (const [index, line] of values.address.entries())
    write(line, [addressLeft, addressTop + (index + 1) * 15], plain, "address", size + 0.5)
  const facts = [
    ["account", labels.account, values.account],
    ["number", labels.number, values.number],
    ["issued", labels.issued, values.issued],
    ["period", labels.period, values.period],
    ["due", labels.due, values.due]
  ] as const
  facts.forEach(([block, label, value], index) => {
    const y = layout.factsAt[1] + index * layout.step
    write(label, [layout.factsAt[0], y], bold, block)
    write(value, [layout.factsAt[0] + layout.column, y], plain, block)
  })
  write(labels.charges, [layout.left, layout.tableAt], bold, "charges")
  write(labels.amount, [470, layout.tableAt], bold, "amount")
  const rows = [...layout.rows, ...Array.from({ length: values.meters }, (_, index) => `Meter ${index + 1} read on 28 February 2026`)]
  rows.forEach((row, index) => {
    write(row, [layout.left, layout.tableAt + (index + 1) * layout.step], plain, "row")
    write(values.amounts[index] ?? "0.00", [470, layout.tableAt + (index + 1) * layout.step], plain, "row")
  })
  const below = layout.tableAt + (rows.length + 2) * layout.step
  write(labels.total, [layout.left, below], bold, "total", size + 2)
  write(`${values.amounts[11]} GBP`, [455, below], bold, "total", size + 2)
  write("Questions about your supply? Call our customer service team on 0800 555 0142.", [layout.left, 790], plain, "foot", 8.5)
  document.setProducer(layout.producer)
  document.setCreationDate(new Date("2026-03-02T08:15:00Z"))
  document.setModificationDate(new Date("2026-03-02T08:15:00Z"))
  return document.save({ useObjectStreams: false })
}
