import type { Face } from "./faces.ts"

/** What an item of a bill says to the check; everything else is there to be a page. */
export type Role = "name" | "street" | "date" | "other"

export interface Item {
  readonly text: string
  /** Of the left end of the base line, in points from the top left. */
  readonly x: number
  readonly y: number
  readonly size: number
  readonly bold: boolean
  readonly role: Role
  /** As PDF writers name it; dark grey where left out. */
  readonly colour?: string
  /** Points between letters beyond those of the face. */
  readonly spacing?: number
}

export interface Bill {
  readonly face: Face
  /** A second face for headings and letterhead, as many issuers have. */
  readonly heading: Face
  readonly items: ReadonlyArray<Item & { readonly heading?: boolean }>
  readonly country: string
  readonly bars: ReadonlyArray<readonly [x: number, y: number, width: number, height: number, grey: number]>
}

export type Chance = () => number
export const pick = <A>(chance: Chance, values: ReadonlyArray<A>): A => {
  const value = values[Math.floor(chance() * values.length)]
  if (value === undefined) throw new Error("nothing to choose from")
  return value
}

const given = ["Jonathan", "Margaret", "Elena", "Thomas", "Priya", "Oliver", "Katharina", "Samuel", "Beatrice", "Martin", "Helen", "Roland"]
const family = ["Whitmore", "Okonkwo", "Lindner", "Fairbanks", "Delgado", "Marchetti", "Brennan", "Hoffmann", "Castellan", "Thornbury"]
const streets = [
  "Marlowe Gardens",
  "Canal Street",
  "Station Road",
  "Chestnut Avenue",
  "Harbour Terrace",
  "Meadow Lane",
  "Victoria Crescent"
]
const towns = ["Bristol BS8 4QT", "Leeds LS1 4AB", "Norwich NR2 1TF", "Cardiff CF10 3AT", "Exeter EX4 3LS", "Durham DH1 3NJ"]
const strassen = ["Lindenstrasse", "Bahnhofstrasse", "Gartenweg", "Schillerstrasse", "Hauptstrasse", "Am Mühlbach"]
const orte = ["50667 Köln", "80331 München", "04109 Leipzig", "20095 Hamburg", "70173 Stuttgart"]
const rues = ["rue des Tilleuls", "avenue Victor Hugo", "rue de la Gare", "boulevard Carnot", "rue du Moulin"]
const villes = ["69003 Lyon", "31000 Toulouse", "44000 Nantes", "67000 Strasbourg", "59800 Lille"]
const months = {
  en: ["January", "March", "April", "August", "September", "October"],
  de: ["Januar", "April", "Juni", "August", "September", "Oktober"],
  fr: ["janvier", "mars", "avril", "juin", "septembre", "octobre"]
}

type Language = keyof typeof months
const dayIn = (language: Language, chance: Chance): string => {
  const [day, month] = [2 + Math.floor(chance() * 26), pick(chance, months[language])]
  return language === "de" ? `${day}. ${month} 2026` : `${day} ${month} 2026`
}

/** What an edit may put in the place of an item, and what a bill says in it first. */
export const sayingOf = (role: Role, language: Language, chance: Chance): string => {
  if (role === "name") return `${pick(chance, given)} ${pick(chance, family)}`
  if (role === "date") return dayIn(language, chance)
  const number = 1 + Math.floor(chance() * 190)
  if (language === "de") return `${pick(chance, strassen)} ${number}`
  return language === "fr" ? `${number} ${pick(chance, rues)}` : `${number} ${pick(chance, streets)}`
}

const placeIn = (language: Language, chance: Chance): string => pick(chance, language === "de" ? orte : language === "fr" ? villes : towns)

const words = {
  en: {
    issuer: ["Northwind Energy Ltd", "Harbour Water Services", "Pennine Gas plc"],
    title: ["Electricity bill", "Your water bill", "Gas and electricity statement"],
    labels: ["Date of issue", "Account number", "Payment due", "Meter reading"],
    rows: ["Standing charge 28 days", "Energy used 212 kWh", "Value added tax 5 %", "Balance carried forward", "Total amount due"],
    notes: [
      "This bill is based on an actual reading of your meter at the property.",
      "Please pay by direct debit, by card or at any post office."
    ],
    country: "GB"
  },
  de: {
    issuer: ["Stadtwerke Rheintal GmbH", "Nordlicht Energie AG", "Wasserwerke Elbtal GmbH"],
    title: ["Stromrechnung", "Ihre Wasserrechnung", "Rechnung Gas und Strom"],
    labels: ["Rechnungsdatum", "Kundennummer", "Zahlbar bis", "Zählerstand"],
    rows: ["Grundpreis 28 Tage", "Verbrauch 212 kWh", "Umsatzsteuer 19 %", "Guthaben Vormonat", "Rechnungsbetrag gesamt"],
    notes: [
      "Diese Rechnung beruht auf einer Ablesung Ihres Zählers vor Ort.",
      "Bitte zahlen Sie per Lastschrift oder durch eine Überweisung."
    ],
    country: "DE"
  },
  fr: {
    issuer: ["Lumière Énergie SA", "Eaux du Rhône SA", "Gaz du Midi SA"],
    title: ["Facture d'électricité", "Votre facture d'eau", "Facture de gaz"],
    labels: ["Date de facture", "Numéro de client", "Date limite", "Relevé du compteur"],
    rows: ["Abonnement 28 jours", "Consommation 212 kWh", "Taxe sur la valeur ajoutée", "Solde antérieur", "Montant total à payer"],
    notes: [
      "Cette facture est établie à partir du relevé de votre compteur.",
      "Merci de régler par prélèvement, par carte ou par virement."
    ],
    country: "FR"
  }
} as const

interface Layout {
  readonly block: readonly [x: number, y: number]
  readonly facts: readonly [label: number, value: number, y: number]
  readonly size: number
  readonly leading: number
  readonly boldName: boolean
  readonly boldLabels: boolean
  readonly stacked: boolean
  readonly otherHeading: boolean
  readonly bar: boolean
  /** A tinted box behind the facts. */
  readonly tinted: boolean
}

const layouts: ReadonlyArray<Layout> = [
  {
    block: [56, 150],
    facts: [56, 190, 262],
    size: 11,
    leading: 15,
    boldName: false,
    boldLabels: true,
    stacked: false,
    otherHeading: false,
    bar: true,
    tinted: true
  },
  {
    block: [60, 132],
    facts: [340, 450, 132],
    size: 10,
    leading: 13,
    boldName: false,
    boldLabels: false,
    stacked: false,
    otherHeading: true,
    bar: false,
    tinted: false
  },
  {
    block: [330, 140],
    facts: [56, 170, 230],
    size: 10.5,
    leading: 14,
    boldName: true,
    boldLabels: false,
    stacked: false,
    otherHeading: false,
    bar: false,
    tinted: false
  }
]
const heldOutLayouts: ReadonlyArray<Layout> = [
  {
    block: [70, 170],
    facts: [350, 350, 120],
    size: 10,
    leading: 12.5,
    boldName: false,
    boldLabels: true,
    stacked: true,
    otherHeading: false,
    bar: false,
    tinted: false
  },
  {
    block: [320, 120],
    facts: [320, 430, 215],
    size: 9.5,
    leading: 13,
    boldName: false,
    boldLabels: false,
    stacked: false,
    otherHeading: true,
    bar: true,
    tinted: true
  },
  {
    block: [50, 120],
    facts: [50, 160, 215],
    size: 12,
    leading: 16,
    boldName: true,
    boldLabels: true,
    stacked: false,
    otherHeading: false,
    bar: false,
    tinted: false
  }
]

/** Colours in which issuers print: the text, its labels and the head of the page. */
const inks = {
  text: ["#181818", "#181818", "#000000", "#2c2c2c"],
  labels: [null, null, "#5f6a74", "#1f4e8c"],
  head: [null, null, "#0b5394", "#7a1f2b"]
} as const

const money = (chance: Chance): string => (5 + chance() * 180).toFixed(2)

/** A bill of one of three layouts, in one of three languages. */
export const aBill = (chance: Chance, faces: ReadonlyArray<Face>, heldOut: boolean): Bill & { readonly language: Language } => {
  const layout = pick(chance, heldOut ? heldOutLayouts : layouts)
  const language = pick(chance, ["en", "en", "de", "fr"] as const)
  const face = pick(chance, faces)
  const { country, issuer, labels, notes, rows, title } = words[language]
  const [x, y] = layout.block
  const { leading, size } = layout
  const block = [
    { text: sayingOf("name", language, chance), role: "name" as const },
    { text: sayingOf("street", language, chance), role: "street" as const },
    { text: placeIn(language, chance), role: "other" as const }
  ].map((item, index) => ({ ...item, x, y: y + index * leading, size, bold: index === 0 && layout.boldName }))
  const [labelX, valueX, factsY] = layout.facts
  const values = [
    dayIn(language, chance),
    String(10_000_000 + Math.floor(chance() * 9e7)),
    dayIn(language, chance),
    `${Math.floor(chance() * 90_000)}`
  ]
  const facts = labels.flatMap((label, index) => {
    const row = factsY + index * (layout.stacked ? 30 : 17)
    return [
      { text: label, x: labelX, y: row, size: layout.stacked ? size - 1.5 : size, bold: layout.boldLabels, role: "other" as const },
      {
        text: values[index] ?? "",
        x: valueX,
        y: row + (layout.stacked ? 13 : 0),
        size,
        bold: false,
        role: index === 0 ? ("date" as const) : ("other" as const)
      }
    ]
  })
  const table = rows.flatMap((row, index) => {
    const bold = index === rows.length - 1
    const place = { y: 350 + index * 18, size, bold, role: "other" as const }
    return [
      { ...place, text: row, x: 56 },
      { ...place, text: money(chance), x: 470 }
    ]
  })
  const small = notes.map((text, index) => ({ text, x: 56, y: 470 + index * 13, size: 9, bold: false, role: "other" as const }))
  const colour = pick(chance, inks.text)
  const labelled = pick(chance, inks.labels) ?? colour
  const head = { bold: true, role: "other" as const, heading: true, colour: pick(chance, inks.head) ?? colour, y: 62 }
  const inText = (item: Item): Item => ({ ...item, colour })
  return {
    face,
    heading: layout.otherHeading ? pick(chance, faces) : face,
    country,
    language,
    bars: [
      ...(layout.bar ? [[0, 0, 595, 16, 0.3] as const] : []),
      ...(layout.tinted ? [[labelX - 8, factsY - 16, 240, 78, 0.93] as const] : [])
    ],
    items: [
      { ...head, text: pick(chance, issuer), x: 56, size: 17 },
      { ...head, text: pick(chance, title), x: 340, size: 14 },
      ...block.map(inText),
      ...facts.map((item, index) => (index % 2 === 0 ? { ...item, colour: labelled } : inText(item))),
      ...table.map(inText),
      ...small.map(inText)
    ]
  }
}
