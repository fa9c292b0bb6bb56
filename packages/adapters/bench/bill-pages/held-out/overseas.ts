import type { Layout } from "../layout.ts"
import { type Household, nameOf } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const fog = colour(236, 238, 240)
const banksia = colour(200, 70, 40)
const bark = colour(66, 46, 40)
const peach = colour(252, 236, 226)
const saffron = colour(240, 130, 30)
const peacock = colour(10, 84, 132)

const auPanel = (sheet: Sheet): void => {
  sheet.box({ x: 372, y: 100, width: 184, height: 178 }, peach)
  sheet.text("Total amount due", 384, 122, { size: 10 })
  sheet.text("$388.41", 384, 150, { size: 24, bold: true, colour: banksia })
  sheet.text("Due date", 384, 174, { size: 10 })
  sheet.text("26 Nov 2026", 384, 192, { size: 14, bold: true })
  sheet.text("Pay on time and save $14.20", 384, 212, { size: 9 })
  sheet.table(
    { x: 384, y: 234, width: 160, size: 8.5, step: 15 },
    `
    Account number | 0114 8820 44
    Invoice no. | E 718 820
    Issue date | 05 Nov 2026`
  )
}

const auUsage = (sheet: Sheet): void => {
  sheet.grid(
    { x: 40, y: 392, columns: [0, 110, 200, 290, 350, 440], size: 8.5, step: 15 },
    `
    Usage and supply | 5 Aug 26 read | 3 Nov 26 read | Units | Rate (c) | Charge
    Peak | 20418 (actual) | 21002 (actual) | 584 | 34.1000 | $199.14
    Off-peak | 11488 (actual) | 12044 (actual) | 556 | 21.4500 | $119.26
    Daily supply |  |  | 91 days | 108.4400 | $98.68
    Solar export | 4471 (actual) | 5412 (actual) | 941 | -6.8000 | -$63.99
    GST |  |  |  |  | $35.32`
  )
  sheet.rule(40, 476, 516)
  sheet.text("How you compare, kWh a day", 40, 500, { size: 9, bold: true })
  sheet.columns({ x: 40, y: 508, width: 150, height: 64 }, [0.8, 0.6, 0.7, 1], banksia)
  sheet.text("You    1 person    2 people    3 people", 40, 584, { size: 7 })
}

const auStub = (sheet: Sheet, person: Household): void => {
  sheet.box({ x: 0, y: 634, width: a4.width, height: 18 }, bark)
  sheet.text("How to pay", 40, 647, { size: 10, bold: true, colour: white })
  sheet.frame({ x: 40, y: 664, width: 150, height: 56 })
  sheet.lines(["BPAY", "Biller Code: 114882", "Ref: 0114 8820 4471 8"], 50, 680, { size: 9, step: 15 })
  sheet.lines(["Credit card: 1300 114 882", "Direct debit: banksiapower.com.au", "Post Billpay: *447 0114 8820 44"], 206, 680, {
    size: 9,
    step: 15
  })
  sheet.strokes({ x: 400, y: 668, width: 156, height: 40 }, 3)
  sheet.lines([nameOf(person), "Account 0114 8820 44", "$388.41 by 26 Nov 2026"], 40, 748, { size: 9, step: 14 })
  sheet.lines(["Mail your cheque to", "Banksia Power, Locked Bag 1148", "Geelong VIC 3220"], 556, 748, { size: 9, step: 14, right: true })
}

const auElectricity: Layout = {
  name: "AU electricity, issue day small under the amount and a supply address below",
  country: "AU",
  family: "sans",
  issuer: "Banksia Power Pty Ltd",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    const [suburb = "", state = ""] = person.city.split(", ")
    const street = person.street.split(", ")
    for (const [index, height] of [18, 30, 24].entries())
      sheet.box({ x: 40 + index * 12, y: 62 - height, width: 9, height }, index === 1 ? banksia : bark)
    sheet.text("Banksia Power", 84, 60, { size: 22, bold: true, colour: bark })
    sheet.text("Electricity bill and tax invoice", 556, 56, { size: 12, right: true })
    sheet.text("Banksia Power Pty Ltd ABN 11 488 204 471. Enquiries 13 11 48, faults 13 24 12 (24 hours)", 40, 82, { size: 8 })
    sheet.text("R1-114  0447", 62, 128, { size: 6.5 })
    sheet.lines(
      [
        `Mx ${nameOf(person)}`.toUpperCase(),
        ...street.map((line) => line.toUpperCase()),
        `${suburb.toUpperCase()}  ${state}  ${person.postal_code}`
      ],
      62,
      144,
      { size: 10.5, step: 14 }
    )
    auPanel(sheet)
    sheet.text("Your account", 40, 252, { size: 12, bold: true, colour: banksia })
    sheet.table(
      { x: 40, y: 272, width: 300, size: 9, step: 15 },
      `
      Opening balance, bill of 6 Aug 2026 | $402.18
      Payment received 24 Aug 2026 | -$402.18
      New charges and GST | $388.41`
    )
    sheet.box({ x: 40, y: 318, width: 516, height: 48 }, fog)
    sheet.text("Supply address", 50, 336, { size: 8.5, bold: true })
    sheet.text(`${street.join(" ")}, ${suburb} ${state} ${person.postal_code}`, 50, 352, { size: 9 })
    sheet.lines(
      ["NMI 6407 1148 820. Supply period: 5 Aug 2026 to 3 Nov 2026", "Next scheduled read: 2 Feb 2027 (+/- 2 business days)"],
      546,
      336,
      {
        size: 8,
        step: 15,
        right: true
      }
    )
    auUsage(sheet)
    sheet.frame({ x: 220, y: 492, width: 336, height: 98 }, banksia)
    sheet.text("Could you save money on another plan?", 232, 512, { size: 10.5, bold: true, colour: banksia })
    sheet.lines(
      [
        "Based on your past usage, our Saver plan may cost you up to $96 a year less.",
        "Your current benefit ends on 31 January 2027. Call 13 11 48 to switch.",
        "The Australian Energy Regulator requires us to include this message."
      ],
      232,
      532,
      { size: 8.5, step: 16 }
    )
    auStub(sheet, person)
  }
}

const inSummary = (sheet: Sheet): void => {
  sheet.box({ x: 36, y: 266, width: 524, height: 18 }, peacock)
  sheet.grid(
    { x: 44, y: 279, columns: [0, 104, 200, 306, 420], size: 8, colour: white },
    "Previous balance | Payments | Adjustments | This month | Amount payable"
  )
  sheet.frame({ x: 36, y: 266, width: 524, height: 42 }, peacock)
  sheet.grid(
    { x: 44, y: 300, columns: [0, 104, 200, 306, 420], size: 10, headless: true },
    "Rs 588.82 | Rs 588.82 | Rs 0.00 | Rs 706.82 | Rs 706.82"
  )
}

const inPlan = (sheet: Sheet): void => {
  sheet.text("This month's charges", 36, 340, { size: 11, bold: true, colour: peacock })
  sheet.table(
    { x: 36, y: 360, width: 300, size: 9, step: 15 },
    `
    Monthly rental, Family 599 (01-Nov-26 to 30-Nov-26) | 599.00
    International SMS (2) | 0.00
    Taxable value | 599.00
    CGST @ 9 % | 53.91
    SGST @ 9 % | 53.91
    Total, HSN 9984 | 706.82`
  )
  sheet.box({ x: 360, y: 328, width: 200, height: 118 }, saffron)
  sheet.lines(
    ["Festival offer", "Add a family SIM before", "31-Dec-2026 and get 30 GB", "extra each month.", "SMS JOIN to 121"],
    374,
    352,
    { size: 11, bold: true, colour: white, step: 20 }
  )
}

const inSlip = (sheet: Sheet, name: string): void => {
  sheet.text("Payment slip: cross your cheque, payable to Vindhya Telecom A/c 98220 11488", 298, 640, { size: 8, centred: true })
  sheet.rule(36, 646, 524)
  sheet.grid(
    { x: 44, y: 668, columns: [0, 180, 300, 410], size: 9, step: 16 },
    `
    Customer name | Mobile number | Due date | Amount payable
    ${name} | 98220 11488 | 19-Nov-2026 | Rs 706.82`
  )
  sheet.text("Cheque no. ______________  Bank ______________  Date ____/____/______", 44, 712, { size: 9 })
  sheet.strokes({ x: 400, y: 702, width: 156, height: 26 }, 9)
}

const inMobile: Layout = {
  name: "IN mobile, title and second initial, sum in a strip and an offer in orange",
  country: "IN",
  family: "sans",
  issuer: "Vindhya Telecom Limited",
  dated: "2026-11-03",
  outcome: "review",
  draw: (sheet, person) => {
    const [city = "", state = ""] = person.city.split(", ")
    const name = `${person.first_name} K ${person.last_name}`
    sheet.circle(60, 54, 24, saffron)
    sheet.circle(60, 54, 15, white)
    sheet.circle(60, 54, 8, peacock)
    sheet.text("Vindhya Telecom Limited", 98, 52, { size: 17, bold: true, colour: peacock })
    sheet.text("Your postpaid mobile bill (tax invoice, original for recipient)", 98, 68, { size: 9 })
    sheet.text("Page 1 of 3", 560, 40, { size: 8, right: true })
    sheet.text("To", 44, 120, { size: 9 })
    sheet.lines([`Mr/Ms. ${name}`, ...person.street.split(", "), `${city} - ${person.postal_code}`, state, "India"], 44, 136, {
      size: 10,
      step: 14
    })
    sheet.text("Place of supply and customer GSTIN: unregistered", 44, 232, { size: 8 })
    sheet.grid(
      { x: 330, y: 120, columns: [0, 98], size: 9, step: 16, headless: true },
      `
      Mobile number | : 98220 11488
      Relationship no. | : 1-114882044718
      Bill number | : VT2611-0114882
      Bill date | : 03-Nov-2026
      Bill period | : 01-Oct-2026 to 31-Oct-2026
      Due date | : 19-Nov-2026
      Credit limit | : Rs 2,400
      Deposit | : Rs 0.00`
    )
    inSummary(sheet)
    inPlan(sheet)
    sheet.lines(
      [
        "Last payment of Rs 588.82 received on 17-Oct-2026 by UPI, thank you. A late fee of Rs 100 applies after 19-Nov-2026.",
        "For any complaint call 198 (toll free). Appellate authority: appellate@vindhyatel.in, 020 6114 8820. Never share your OTP.",
        "Data used 38.2 GB of 75 GB; 36.8 GB carried over until 30-Nov-2026."
      ],
      36,
      486,
      { size: 8.5, step: 15 }
    )
    sheet.text("Regd. office: Vindhya Telecom Limited, Plot 14, Hinjawadi Phase 2, Pune 411057. CIN L64200MH1999PLC114882", 36, 560, {
      size: 7.5
    })
    inSlip(sheet, name.toUpperCase())
  }
}

/** Bills of Australia and India. */
export const overseasLayouts: ReadonlyArray<Layout> = [auElectricity, inMobile]
