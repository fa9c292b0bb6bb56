import type { DocumentFile } from "./client.ts"
import { forgedByUpdate } from "./incremental-update.ts"
import { type BillDetails, printBill } from "./printed-page.ts"
import { degraded, scanOf } from "./scanned-page.ts"

/** What the customer of an integrator typed in, in the shape of a session's `expected`. */
interface ExpectedPerson {
  readonly first_name: string
  readonly last_name: string
  readonly address: string
  readonly country: string
}

/** A document someone submits, beside what they said about themselves. */
export interface Specimen extends DocumentFile {
  readonly expected: ExpectedPerson
  /** Personal data that stands on the document or was expected: none of it may ever reach an agent. */
  readonly personal: ReadonlyArray<string>
}

export interface Specimens {
  readonly utility_bill: Specimen
  readonly bank_statement: Specimen
  readonly forged_bill: Specimen
}

const dayMillis = 86_400_000
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
]

/** A day as a bill in English writes it. */
const written = (day: Date): string => `${day.getUTCDate()} ${monthNames[day.getUTCMonth()]} ${day.getUTCFullYear()}`

/** The days of a bill that came in the mail some time before today. */
const datesOf = (today: Date, issued_days_ago: number) => {
  const before = (days: number): Date => new Date(today.getTime() - days * dayMillis)
  const issued = before(issued_days_ago)
  return {
    issued_on: written(issued),
    period: `${written(before(issued_days_ago + 32))} to ${written(before(issued_days_ago + 2))}`,
    due_on: written(before(issued_days_ago - 14)),
    created_at: issued,
    modified_at: issued
  } satisfies Partial<BillDetails>
}

const a4 = [595.28, 841.89] as const

const electricity = (today: Date): BillDetails => ({
  issuer: "Northwind Energy Ltd",
  issuer_address: ["Northwind House, 40 Canal Street", "Leeds LS1 4AB, United Kingdom"],
  title: "Electricity bill",
  name: "Ms Amelia Hartwell",
  address_lines: ["Flat 3, 128 Marlowe Gardens", "Bristol", "BS8 4QT", "United Kingdom"],
  account_number: "8500 1234 5678",
  ...datesOf(today, 12),
  rows: [
    ["Standing charge 30 days at 0.6012 GBP", "18.04"],
    ["Energy used 212 kWh at 0.2450 GBP", "51.94"],
    ["Value added tax at 5 percent", "3.50"]
  ],
  total: "73.48 GBP",
  notes: [
    "This bill is based on an actual meter reading.",
    "Please pay by direct debit, by card or at any post office before the due date.",
    "Questions about your supply? Call our customer service team on 0800 555 0142."
  ],
  producer: "Northwind Document Composer 4.2",
  creator: "Northwind Billing",
  page_size: a4,
  page_count: 1
})

const statement = (today: Date): BillDetails => ({
  ...electricity(today),
  issuer: "Harbour Commercial Bank",
  issuer_address: ["1 Exchange Place", "London EC2M 7PP, United Kingdom"],
  title: "Bank statement",
  name: "Ms Caterina Whitmore",
  address_lines: ["17 Quayside Terrace", "Exeter", "EX2 4AN", "United Kingdom"],
  account_number: "Sort code 20-45-81 Account 43120987",
  ...datesOf(today, 9),
  rows: [
    ["Card payment Greengrocer", "24.18"],
    ["Salary Alder Software", "3,150.00"],
    ["Standing order Rent", "1,240.00"],
    ["Direct debit Water supply", "38.60"],
    ["Cash withdrawal Park Street", "60.00"]
  ],
  total: "4,812.77 GBP",
  notes: [
    "Eligible deposits are protected up to the limit set by the deposit guarantee scheme.",
    "Please check this statement carefully and report us about any entry you do not recognise."
  ],
  producer: "Harbour Print 7",
  creator: "Harbour Statements"
})

const water = (today: Date): BillDetails => ({
  ...electricity(today),
  issuer: "Southdown Water plc",
  issuer_address: ["Reservoir Road", "Lewes BN7 1AA, United Kingdom"],
  title: "Water bill",
  name: "Mr Rupert Ashdown",
  address_lines: ["5 Foundry Lane", "Brighton", "BN1 4GE", "United Kingdom"],
  account_number: "7711 2040 9931",
  ...datesOf(today, 15),
  rows: [
    ["Fresh water 14 cubic metres", "31.22"],
    ["Waste water 14 cubic metres", "36.40"]
  ],
  total: "67.62 GBP",
  notes: ["This bill is based on an actual meter reading.", "Please pay before the due date."],
  producer: "Southdown Composer",
  creator: "Southdown Billing"
})

const addressOf = ({ address_lines }: BillDetails): string => address_lines.join(", ")

/** An electricity bill that is what it says, for a customer who says the same. */
const utilityBill = async (today: Date): Promise<Specimen> => {
  const details = electricity(today)
  const { bytes } = await printBill(details)
  return {
    file_name: "utility-bill.pdf",
    mime_type: "application/pdf",
    bytes,
    expected: { first_name: "Amelia", last_name: "Hartwell", address: addressOf(details), country: "GB" },
    personal: ["Amelia", "Hartwell", "Marlowe Gardens", "Bristol", "BS8 4QT", "Northwind", "8500 1234 5678"]
  }
}

/** A bank statement, printed and photographed, of a customer whose first name the bank spells otherwise. */
const bankStatement = async (today: Date): Promise<Specimen> => {
  const details = statement(today)
  const { bytes } = await printBill(details)
  return {
    file_name: "bank-statement.jpg",
    mime_type: "image/jpeg",
    bytes: await scanOf(bytes, degraded),
    expected: { first_name: "Catherine", last_name: "Whitmore", address: addressOf(details), country: "GB" },
    personal: ["Catherine", "Caterina", "Whitmore", "Quayside", "Exeter", "EX2 4AN", "Harbour Commercial", "43120987"]
  }
}

/** Someone else's water bill, with the forger's name put over the holder's in a revision that was appended to the file. */
const forgedBill = async (today: Date): Promise<Specimen> => {
  const details = water(today)
  const { bytes } = await printBill(details)
  return {
    file_name: "forged-bill.pdf",
    mime_type: "application/pdf",
    bytes: forgedByUpdate(bytes, details.name, "Mr Oscar Penhallow"),
    expected: { first_name: "Oscar", last_name: "Penhallow", address: addressOf(details), country: "GB" },
    personal: ["Oscar", "Penhallow", "Rupert", "Ashdown", "Foundry Lane", "Brighton", "BN1 4GE", "Southdown", "7711 2040 9931"]
  }
}

/** The three documents of the demo, dated so that they are recent whenever it runs. */
export const makeSpecimens = async (today: Date): Promise<Specimens> => ({
  utility_bill: await utilityBill(today),
  bank_statement: await bankStatement(today),
  forged_bill: await forgedBill(today)
})
