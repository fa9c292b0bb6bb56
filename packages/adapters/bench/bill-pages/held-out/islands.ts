import type { Layout } from "../layout.ts"
import { type Household, nameOf } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const heather = colour(96, 60, 128)
const lilac = colour(238, 232, 244)
const spruce = colour(0, 92, 84)
const mint = colour(222, 242, 236)
const lime = colour(160, 196, 40)

const gbHead = (sheet: Sheet): void => {
  sheet.box({ x: 470, y: 26, width: 86, height: 30 }, heather)
  sheet.circle(492, 41, 9, white)
  sheet.circle(534, 41, 9, white)
  sheet.text("Ashcombe Vale", 462, 42, { size: 15, bold: true, colour: heather, right: true })
  sheet.text("District Council", 462, 58, { size: 12, colour: heather, right: true })
  sheet.lines(
    [
      "Revenues and Benefits, Council Offices",
      "Priory Lane, Ashcombe AV4 1QP",
      "Tel: 01632 960 820 (Mon to Fri, 9 am to 5 pm)",
      "counciltax@ashcombevale.gov.uk"
    ],
    556,
    78,
    { size: 8, step: 11, right: true }
  )
}

const gbBands = (sheet: Sheet): void => {
  sheet.text("Council tax for each valuation band in your parish, 2026/27", 40, 448, { size: 9, bold: true })
  sheet.box({ x: 40, y: 454, width: 516, height: 16 }, lilac)
  sheet.box({ x: 176, y: 454, width: 62, height: 32 }, heather)
  sheet.grid(
    { x: 54, y: 466, columns: [0, 64, 192, 256, 320, 384, 448], size: 8.5 },
    "Band A | Band B | Band D | Band E | Band F | Band G | Band H"
  )
  sheet.text("Band C", 207, 466, { size: 8.5, bold: true, colour: white, centred: true })
  sheet.text("1,924.31", 207, 481, { size: 8.5, bold: true, colour: white, centred: true })
  sheet.grid(
    { x: 54, y: 481, columns: [0, 64, 192, 256, 320, 384, 448], size: 8.5, headless: true },
    "1,443.23 | 1,683.77 | 2,164.85 | 2,645.93 | 3,127.01 | 3,608.08 | 4,329.70"
  )
}

const gbSlip = (sheet: Sheet, names: string): void => {
  sheet.text("bank giro credit", 40, 668, { size: 12, bold: true, colour: heather })
  sheet.rule(40, 654, 516)
  sheet.lines(["Credit account number", "61204477X", "Name", names], 40, 690, { size: 8.5, step: 14 })
  sheet.lines(["Amount due (no fee payable at PO counter)", "£ 962.15"], 330, 690, { size: 9, step: 15 })
  sheet.strokes({ x: 330, y: 722, width: 220, height: 32 }, 6)
  sheet.text("<61204477X0<   0096215   <   40 11 48+   74 X", 300, 786, { size: 11, centred: true })
}

const gbInstalments = (sheet: Sheet): void => {
  sheet.text("When to pay", 330, 270, { size: 11, bold: true, colour: heather })
  sheet.text("Method of payment: Direct Debit, 1st of the month", 330, 286, { size: 8.5 })
  sheet.table(
    { x: 330, y: 304, width: 226, size: 8.5, step: 14 },
    `
    01/11/2026 | 192.43
    01/12/2026 | 192.43
    01/01/2027 | 192.43
    01/02/2027 | 192.43
    01/03/2027 | 192.43
    Paid to 09/10/2026 | 962.16`
  )
}

const gbCouncil: Layout = {
  name: "GB council tax, band table and instalments, two doctors on two lines",
  country: "GB",
  family: "sans",
  issuer: "Ashcombe Vale District Council",
  dated: "2026-10-12",
  draw: (sheet, person) => {
    const names = [`DR ${person.first_name} M ${person.last_name}`.toUpperCase(), "AND DR JULIAN FAIRWEATHER"]
    const place = [...person.street.toUpperCase().split(", "), person.city.toUpperCase(), person.postal_code]
    gbHead(sheet)
    sheet.lines([...names, ...place], 62, 138, { size: 10.5, step: 14 })
    sheet.frame({ x: 330, y: 132, width: 226, height: 100 }, heather)
    sheet.table(
      { x: 338, y: 148, width: 210, size: 8.5, step: 15 },
      `
      Account reference | 61204477X
      Date of this bill | 12/10/2026
      Reason for bill | Change of liability
      Valuation band | C
      Property reference | 00114882044
      Liable from | 01/09/2026`
    )
    sheet.text("Council Tax Bill 2026/2027", 40, 262, { size: 16, bold: true, colour: heather })
    sheet.text(`For the property at: ${[...person.street.split(", "), person.city, person.postal_code].join(", ")}`, 40, 280, { size: 8 })
    sheet.table(
      { x: 40, y: 304, width: 262, size: 8.5, step: 14 },
      `
      Ashcombe Vale District Council | £ 214.60
      Shire County Council | £ 1,214.31
      Adult social care | £ 182.40
      Police and Crime Commissioner | £ 224.00
      Fire and Rescue Authority | £ 89.00
      Charge 01/04/2026 to 31/03/2027 | £ 1,924.31
      Payments received | £ -962.16
      Amount you have to pay | £ 962.15`
    )
    gbInstalments(sheet)
    gbBands(sheet)
    sheet.lines(
      [
        "The council tax attributable to Ashcombe Vale District Council includes a precept to fund adult social care.",
        "Bands are based on the value of the property on 1 April 1991. To appeal against your band, write to the Listing Officer.",
        "A reduction of 25 % applies where one adult lives in the property. If you receive one, you must tell us of any change within 21 days.",
        "Garden waste: renew your subscription online before 31 January 2027."
      ],
      40,
      516,
      { size: 8, step: 12 }
    )
    gbSlip(sheet, names.join(" "))
  }
}

const ieHead = (sheet: Sheet): void => {
  sheet.box({ x: 0, y: 0, width: a4.width, height: 8 }, spruce)
  sheet.circle(508, 46, 22, lime)
  sheet.circle(526, 46, 22, spruce)
  sheet.text("Avonmore Fibre", 476, 54, { size: 22, bold: true, colour: spruce, right: true })
}

const ieGlance = (sheet: Sheet): void => {
  sheet.box({ x: 326, y: 90, width: 230, height: 148 }, mint)
  sheet.box({ x: 326, y: 90, width: 230, height: 20 }, spruce)
  sheet.text("Your bill at a glance", 336, 104, { size: 10, bold: true, colour: white })
  sheet.table(
    { x: 336, y: 128, width: 210, size: 9, step: 15 },
    `
    Issue date | 4 Nov 2026
    Account number | 30 114 882
    Bill number | 7 (8820447)
    Last bill | €54.99
    Payment received 18 Oct | -€54.99
    Charges on this bill | €59.48`
  )
  sheet.text("Total due", 336, 226, { size: 12, bold: true })
  sheet.text("€59.48", 546, 226, { size: 14, bold: true, right: true })
}

const ieCharges = (sheet: Sheet, { city, postal_code, street }: Household): void => {
  sheet.text("What makes up your bill", 40, 316, { size: 12, bold: true, colour: spruce })
  sheet.text(`Broadband service at ${street}, ${city}, ${postal_code}`, 40, 332, { size: 8.5 })
  sheet.grid(
    { x: 40, y: 352, columns: [0, 220, 380, 460], size: 9, step: 16 },
    `
    Item | Dates | Excl. VAT | VAT 23 %
    Fibre 1000 unlimited | 04/11/26 - 03/12/26 | €40.65 | €9.35
    Mesh wifi extender | 04/11/26 - 03/12/26 | €4.06 | €0.93
    Calls to UK mobiles (12) | 04/10/26 - 03/11/26 | €3.65 | €0.84`
  )
  sheet.rule(40, 412, 516)
  sheet.table({ x: 300, y: 430, width: 220, size: 10, bold: true }, "Total including VAT | €59.48")
}

const ieBroadband: Layout = {
  name: "IE broadband, glance box on the right and the day of the last payment",
  country: "IE",
  family: "sans",
  issuer: "Avonmore Fibre",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    ieHead(sheet)
    sheet.text("If undelivered return to: Avonmore Fibre, PO Box 1148, Little Island, Cork T45 HX08", 40, 108, { size: 6 })
    sheet.lines([nameOf(person), ...person.street.split(", "), person.city, person.postal_code], 58, 136, { size: 11, step: 15 })
    ieGlance(sheet)
    sheet.text(`Hi ${person.first_name}, here is your November bill.`, 40, 264, { size: 13, bold: true })
    sheet.text("We will collect €59.48 from your bank account ending 4471 on or just after 18 November 2026.", 40, 282, { size: 9 })
    ieCharges(sheet, person)
    sheet.box({ x: 40, y: 456, width: 250, height: 122 }, spruce)
    sheet.text("Black Friday is here", 54, 480, { size: 15, bold: true, colour: white })
    sheet.lines(
      ["Add Avonmore TV for €10 a month for a year.", "Order before midnight on 30/11/2026.", "Minimum term 12 months, T&Cs apply."],
      54,
      504,
      {
        size: 9,
        colour: white,
        step: 16
      }
    )
    sheet.text("Data you used, GB a month", 310, 466, { size: 8.5, bold: true })
    sheet.columns({ x: 310, y: 474, width: 240, height: 86 }, [0.5, 0.62, 0.58, 0.8, 0.92, 1], lime)
    sheet.grid({ x: 318, y: 572, columns: [0, 40, 80, 120, 160, 200], size: 7.5, headless: true }, "Jun | Jul | Aug | Sep | Oct | Nov")
    sheet.lines(
      [
        "Ways to pay: by direct debit, online at avonmorefibre.ie/pay, or by phone on 1800 114 882. Our IBAN is IE29 AIBK 9311 5212 3456 78.",
        "If you are not happy with our service, see our code of practice. You can contact ComReg on 01 804 9668.",
        "Moving home? Give us 30 days' notice. Prices change on 1 April each year by CPI plus 3 %."
      ],
      40,
      612,
      { size: 8, step: 13 }
    )
    sheet.text("Avonmore Fibre is a trading name of Avonmore Communications Ltd, Unit 4, Eastgate, Little Island, Cork.", 40, 796, {
      size: 7
    })
    sheet.text("Registered in Ireland 511482. VAT IE 8820447T. Page 1 of 2", 40, 808, { size: 7 })
  }
}

/** Bills of Great Britain and Ireland. */
export const islandLayouts: ReadonlyArray<Layout> = [gbCouncil, ieBroadband]
