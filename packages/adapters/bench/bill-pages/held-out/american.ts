import type { Layout } from "../layout.ts"
import type { Household } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const wheat = colour(206, 150, 34)
const barn = colour(140, 36, 30)
const chalk = colour(240, 238, 232)
const royal = colour(20, 66, 150)
const maple = colour(176, 22, 44)
const frost = colour(232, 238, 246)

/** As the postal service wants it: capitals and short words for kinds of street. */
const postal = (street: string): string =>
  street.toUpperCase().replace(/\b(?:STREET|LANE|DRIVE)\b/u, (kind) => ({ STREET: "ST", LANE: "LN" })[kind] ?? "DR")

const usTown = ({ city, postal_code }: Household, suffix: string): string =>
  `${city.replace(",", "").toUpperCase()} ${postal_code}${suffix}`

const usCharges = (sheet: Sheet): void => {
  sheet.text("Current electric charges", 36, 330, { size: 11, bold: true, colour: barn })
  sheet.rule(36, 336, 300)
  sheet.table(
    { x: 36, y: 352, width: 300, size: 9, step: 15 },
    `
    Facilities charge | $32.00
    Energy, 884 kWh at $0.1092 | $96.53
    Power cost adjustment | $4.42
    Franchise fee | $4.05
    Total current charges | $137.00`
  )
  sheet.text("Meter 114882", 36, 462, { size: 9, bold: true })
  sheet.grid(
    { x: 36, y: 478, columns: [0, 74, 148, 216, 276], size: 8.5, step: 14 },
    `
    From | To | Previous | Present | kWh
    09/29/26 | 10/29/26 | 44071 | 44955 | 884`
  )
  sheet.text("Average kWh a day", 372, 330, { size: 9, bold: true })
  sheet.columns({ x: 372, y: 340, width: 184, height: 110 }, [0.5, 0.56, 0.7, 0.9, 0.84, 0.62, 0.5, 0.58, 0.8, 1, 0.94, 0.66, 0.55], wheat)
  for (const [index, month] of [..."ONDJFMAMJJASO"].entries()) sheet.text(month, 376 + index * 14.15, 462, { size: 8 })
}

const usStub = (sheet: Sheet, name: string, person: Household): void => {
  sheet.text("Please return this portion with your payment. Do not staple or clip.", 296, 548, { size: 7.5, centred: true })
  sheet.rule(0, 554, a4.width)
  sheet.text("Prairie Junction Electric Cooperative", 36, 576, { size: 10, bold: true, colour: barn })
  sheet.grid(
    { x: 318, y: 580, columns: [0, 90, 168], size: 8.5, step: 14 },
    `
    Account | Due date | Amount due
    8820-447 | 11/23/2026 | $137.00`
  )
  sheet.text("After 11/23/2026 pay $143.85", 318, 612, { size: 8.5 })
  sheet.text("Amount enclosed $ ______________", 318, 632, { size: 9 })
  sheet.text("*****************AUTO**5-DIGIT 11488", 60, 660, { size: 7 })
  sheet.lines([name, postal(person.street), usTown(person, "-4418")], 60, 676, { size: 10, step: 14 })
  sheet.strokes({ x: 60, y: 716, width: 170, height: 12 }, 4)
  sheet.lines(["PRAIRIE JUNCTION ELECTRIC COOPERATIVE", "PO BOX 447", "PRAIRIE JUNCTION KS 67455-0447"], 318, 676, { size: 9, step: 13 })
  sheet.text("0088204470000013700000001438511232026", 556, 790, { size: 10, right: true })
}

const usElectric: Layout = {
  name: "US electricity, mailing block on the coupon with a long ZIP code",
  country: "US",
  family: "sans",
  issuer: "Prairie Junction Electric Cooperative",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    const name = `${person.first_name} J ${person.last_name}`.toUpperCase()
    sheet.circle(62, 54, 26, wheat)
    sheet.box({ x: 50, y: 50, width: 24, height: 26 }, barn)
    sheet.text("Prairie Junction", 98, 50, { size: 20, bold: true, colour: barn })
    sheet.text("Electric Cooperative", 98, 70, { size: 15, colour: barn })
    sheet.text("A not-for-profit, owned by those we serve since 1938", 98, 84, { size: 7.5 })
    sheet.frame({ x: 372, y: 30, width: 184, height: 84 }, barn)
    sheet.table(
      { x: 380, y: 48, width: 168, size: 9, step: 15 },
      `
      Account number | 8820-447
      Bill date | Nov 2, 2026
      Due date | Nov 23, 2026
      Page | 1 of 2`
    )
    sheet.box({ x: 36, y: 132, width: 520, height: 96 }, chalk)
    sheet.text("Service for", 46, 150, { size: 8.5, bold: true })
    sheet.lines([name, person.street, `${person.city} ${person.postal_code}`], 46, 164, { size: 9.5, step: 14 })
    sheet.text("Rate: 01 Residential. Location 14-08-221", 46, 216, { size: 8 })
    sheet.table(
      { x: 318, y: 150, width: 228, size: 9, step: 15 },
      `
      Previous balance | $141.18
      Payment received 10/19/26 | -$141.18
      Balance forward | $0.00
      Current charges | $137.00`
    )
    sheet.text("Total amount due", 318, 217, { size: 11, bold: true })
    sheet.text("$137.00", 546, 217, { size: 14, bold: true, right: true })
    sheet.box({ x: 36, y: 242, width: 520, height: 62 }, barn)
    sheet.lines(
      [
        "Annual meeting: Tuesday, December 8, 2026, at 6 pm in the high school gymnasium. Supper is served.",
        "Call before you dig: 811. To report an outage, call 1-800-555-0191, day or night. Capital credits are paid in January 2027."
      ],
      46,
      260,
      { size: 8.5, step: 16, colour: white }
    )
    usCharges(sheet)
    usStub(sheet, name, person)
  }
}

const usEntries = `
  DATE | DESCRIPTION | AMOUNT | BALANCE
  10/14 | Beginning Balance |  | $2,914.66
  10/15 | Card Purchase 10/14 Corner Deli 0114 | -18.42 | 2,896.24
  10/23 | Electronic deposit, Whitfield Paper Co Payroll | 2,188.04 | 5,084.28
  11/02 | Zelle payment to R Whitaker 88204470 | -1,350.00 | 3,734.28
  11/06 | Electronic deposit, Whitfield Paper Co Payroll | 2,188.04 | 5,922.32
  11/10 | Online transfer to savings ...7710 | -720.00 | 5,202.32
  11/12 | Ending Balance |  | $5,202.32`

const usService = (sheet: Sheet): void => {
  sheet.text("October 14, 2026 through November 12, 2026", 556, 52, { size: 9.5, right: true })
  sheet.text("Primary account: 000000114882044", 556, 66, { size: 9.5, right: true })
  sheet.frame({ x: 336, y: 128, width: 220, height: 100 })
  sheet.text("CUSTOMER SERVICE INFORMATION", 344, 144, { size: 8.5, bold: true })
  sheet.rule(336, 150, 220)
  sheet.table(
    { x: 344, y: 166, width: 204, size: 8.5, step: 15 },
    `
    Web site: | www.harborlight.com
    Service center: | 1-800-555-0137
    Para español: | 1-800-555-0138`
  )
}

const usBank: Layout = {
  name: "US bank statement of two holders, dated by its period alone, mail codes over the window",
  country: "US",
  family: "sans",
  issuer: "Harborlight National Bank",
  dated: "2026-11-12",
  draw: (sheet, person) => {
    const { first_name, last_name, street } = person
    sheet.box({ x: 36, y: 30, width: 22, height: 22 }, royal)
    sheet.box({ x: 43, y: 37, width: 8, height: 8 }, white)
    sheet.text("HARBORLIGHT", 66, 48, { size: 17, bold: true, colour: royal })
    sheet.lines(["Harborlight National Bank", "P O Box 114882", "Columbus, OH 43218-2051"], 66, 66, { size: 8, step: 11 })
    usService(sheet)
    sheet.text("00114882 DRE 201 219 31726 NNNNNNNNNNN  1 000000000 04 0000", 62, 132, { size: 6 })
    sheet.lines(
      [`${first_name} T ${last_name}`.toUpperCase(), `OR DANA K ${last_name.toUpperCase()}`, postal(street), usTown(person, "-2207")],
      62,
      146,
      { size: 10, step: 13.5 }
    )
    sheet.strokes({ x: 62, y: 206, width: 180, height: 12 }, 8)
    sheet.box({ x: 36, y: 262, width: 520, height: 20 }, royal)
    sheet.text("CHECKING SUMMARY", 44, 276, { size: 10, bold: true, colour: white })
    sheet.text("Harborlight Total Checking", 548, 276, { size: 10, colour: white, right: true })
    sheet.table(
      { x: 44, y: 300, width: 300, size: 9, step: 15 },
      `
      Beginning Balance | $2,914.66
      Deposits and Additions | 4,376.08
      ATM and Debit Card Withdrawals | -18.42
      Electronic Withdrawals and Checks | -2,070.00
      Ending Balance | $5,202.32`
    )
    sheet.text("Your monthly service fee was waived because you had deposits of $500.00 or more.", 44, 384, { size: 8.5 })
    sheet.box({ x: 36, y: 400, width: 520, height: 20 }, royal)
    sheet.text("TRANSACTION DETAIL", 44, 414, { size: 10, bold: true, colour: white })
    sheet.grid({ x: 44, y: 440, columns: [0, 56, 370, 450], size: 9, step: 15 }, usEntries)
    sheet.rule(36, 572, 520)
    sheet.lines(
      [
        "IN CASE OF ERRORS OR QUESTIONS ABOUT YOUR ELECTRONIC FUNDS TRANSFERS: Call or write us at the address on the front of this",
        "statement. We must hear from you no later than 60 days after we sent you the FIRST statement on which the problem appeared.",
        "Effective January 17, 2027, we are making changes to our Deposit Account Agreement. Harborlight National Bank, Member FDIC."
      ],
      44,
      600,
      { size: 7.5, step: 12 }
    )
    sheet.text("Page 1 of 4", 556, 806, { size: 8, right: true })
  }
}

const caEntries = `
  TRANSACTION | POSTING | ACTIVITY DESCRIPTION | AMOUNT ($)
  OCT 13 | OCT 14 | LAKEVIEW GROCERY #1148 | 128.20
  OCT 30 | OCT 30 | PAYMENT RECEIVED - THANK YOU | -312.44
  NOV 03 | NOV 04 | NORTHERN HARDWARE 0447 | 127.19
  NOV 09 | NOV 10 | RIVERSIDE PHARMACY | 31.06`

const caSummary = (sheet: Sheet): void => {
  sheet.box({ x: 380, y: 96, width: 176, height: 320 }, frost)
  sheet.lines(
    [
      "PAYMENTS & INTEREST RATES",
      "Minimum payment",
      "$10.00",
      "Payment due date",
      "DEC 02, 2026",
      "Credit limit",
      "$6,500.00",
      "Available credit",
      "$6,213.55",
      "Annual interest rate, purchases",
      "20.99%"
    ],
    390,
    114,
    { size: 9, step: 16 }
  )
  sheet.lines(
    [
      "CALCULATING YOUR BALANCE",
      "Previous balance   $312.44",
      "Payments & credits   -$312.44",
      "Purchases & debits   $286.45",
      "NEW BALANCE   $286.45"
    ],
    390,
    324,
    { size: 9, step: 17, bold: true }
  )
}

const caSlip = (sheet: Sheet, place: ReadonlyArray<string>): void => {
  sheet.rule(0, 616, a4.width)
  sheet.box({ x: 36, y: 632, width: 12, height: 12 }, maple)
  sheet.text("MAPLE HARBOUR BANK", 54, 643, { size: 10, bold: true })
  sheet.text("Payment coupon", 54, 657, { size: 8 })
  sheet.lines(place, 62, 690, { size: 10, step: 14 })
  sheet.table(
    { x: 340, y: 644, width: 216, size: 9, step: 16 },
    `
    Account number | 4510 XXXX XXXX 4471
    New balance | $286.45
    Due date | DEC 02, 2026
    Amount paid | $ ____________`
  )
  sheet.lines(["MAPLE HARBOUR BANK", "PO BOX 4016, STATION A", "TORONTO ON M5W 2E6"], 340, 740, { size: 8.5, step: 12 })
}

const caCard: Layout = {
  name: "CA credit card, days of this and the previous statement, title and second initial",
  country: "CA",
  family: "sans",
  issuer: "Maple Harbour Bank",
  dated: "2026-11-11",
  draw: (sheet, person) => {
    const holder = `${person.first_name} S ${person.last_name}`.toUpperCase()
    const town = `${person.city.replace(",", "").toUpperCase()}  ${person.postal_code}`
    sheet.box({ x: 36, y: 28, width: 34, height: 34 }, maple)
    sheet.circle(53, 45, 10, white)
    sheet.text("Maple Harbour Bank", 80, 46, { size: 16, bold: true })
    sheet.text("Cash Back Mastercard", 80, 61, { size: 10 })
    sheet.lines(["STATEMENT DATE: NOV 11, 2026", "PREVIOUS STATEMENT: OCT 11, 2026", "PERIOD: OCT 12, 2026 TO NOV 11, 2026"], 556, 40, {
      size: 8.5,
      step: 13,
      right: true
    })
    sheet.text("1 of 3", 556, 82, { size: 8, right: true })
    sheet.lines([`MX ${holder}`, person.street.toUpperCase(), town], 62, 132, { size: 10.5, step: 14 })
    sheet.text(`${holder}  4510 XXXX XXXX 4471`, 36, 226, { size: 9, bold: true })
    sheet.grid({ x: 36, y: 246, columns: [0, 68, 120, 284], size: 7.5, step: 15 }, caEntries)
    sheet.rule(36, 332, 330)
    sheet.lines(
      [
        "Time to pay: if you make only the minimum payment each month, it will",
        "take about 3 years and 2 months to repay the balance of this statement.",
        "Your Cash Back: $2.86 earned, $41.14 since JAN 01, 2026.",
        "Interest is not charged if we receive the new balance by DEC 02, 2026."
      ],
      36,
      352,
      { size: 8.5, step: 14 }
    )
    caSummary(sheet)
    sheet.frame({ x: 36, y: 440, width: 520, height: 84 }, maple)
    sheet.lines(
      [
        "Earn 5% on groceries until JANUARY 31, 2027",
        "Register your card in the Maple Harbour app by DECEMBER 15, 2026. Conditions apply.",
        "Contact us: 1-800-555-0182. Collect outside North America: 416-555-0182. TTY: 1-800-555-0183."
      ],
      50,
      464,
      { size: 9.5, step: 19 }
    )
    caSlip(sheet, [holder, person.street.toUpperCase(), town])
  }
}

/** Bills and statements of the United States and Canada. */
export const americanLayouts: ReadonlyArray<Layout> = [usElectric, usBank, caCard]
