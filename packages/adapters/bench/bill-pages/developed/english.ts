import type { Layout } from "../layout.ts"
import { nameOf } from "../people.ts"
import { a4, colour, white } from "../sheet.ts"

const navy = colour(22, 44, 84)
const plum = colour(104, 38, 120)
const teal = colour(8, 84, 96)

const gbPanel: Layout = {
  name: "GB electricity, dark panel on the left",
  country: "GB",
  family: "sans",
  issuer: "Severnside Energy",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: 168, height: a4.height }, navy)
    sheet.text("Severnside", 22, 62, { size: 22, bold: true, colour: white })
    sheet.text("Energy", 22, 88, { size: 22, bold: true, colour: white })
    sheet.lines(["Questions?", "Call 0800 555 0178", "www.severnside-energy.co.uk", "Your customer number", "77 4102 9938"], 22, 160, {
      colour: white
    })
    sheet.lines(["You owe", "84.60 GBP", "Pay by 23 November 2026"], 22, 300, { colour: white, size: 12, bold: true })
    sheet.lines([`Ms ${nameOf(person)}`, ...person.street.split(", "), person.city, person.postal_code], 210, 130, { size: 11 })
    sheet.text("Your electricity bill", 210, 250, { size: 18, bold: true })
    sheet.facts(
      { x: 210, y: 284, gap: 110 },
      `
      Bill date | 5 November 2026
      Billing period | 1 October 2026 to 31 October 2026
      Tariff | Fixed Saver 14`
    )
    sheet.table(
      { x: 210, y: 370, width: 330 },
      `
      Standing charge 31 days | 17.05
      Electricity used 268 kWh | 63.52
      VAT at 5 percent | 4.03
      Total for this bill | 84.60`
    )
    sheet.lines(
      [
        "Severnside Energy Ltd is registered in England and Wales, company number 08812345.",
        "Registered office: 12 Dock Street, Cardiff CF10 5BW."
      ],
      210,
      780,
      { size: 7 }
    )
  }
}

const gbCouncil: Layout = {
  name: "GB council tax, two columns",
  country: "GB",
  family: "sans",
  issuer: "Wyreham Borough Council",
  dated: "2026-10-28",
  draw: (sheet, person) => {
    sheet.text("Wyreham Borough Council", 50, 60, { size: 18, bold: true })
    sheet.lines(["Revenues Service, Town Hall", "Wyreham WY1 2AB", "01632 960 440"], 400, 52, { size: 9 })
    sheet.lines([nameOf(person), ...person.street.split(", "), person.city, person.postal_code], 50, 140, { size: 11 })
    sheet.facts(
      { x: 350, y: 140, gap: 100 },
      `
      Date of issue | 28 October 2026
      Account reference | 440 118 27
      Property band | D`
    )
    sheet.text("Council tax bill 2026/27", 50, 260, { size: 15, bold: true })
    sheet.table(
      { x: 50, y: 290, width: 490 },
      `
      Wyreham Borough Council | 212.40
      County Council | 1,140.10
      Police and Crime Commissioner | 188.00
      Total for the year | 1,540.50`
    )
    sheet.lines(["You can pay by direct debit on the 1st or 15th of each month."], 50, 400)
  }
}

const gbBroadband: Layout = {
  name: "GB broadband, wide dark panel on the right",
  country: "GB",
  family: "sans",
  issuer: "Kestrel Broadband Ltd",
  dated: "2026-11-09",
  draw: (sheet, person) => {
    sheet.box({ x: 390, y: 0, width: a4.width - 390, height: a4.height }, teal)
    sheet.lines(["Kestrel", "Broadband Ltd"], 410, 60, { size: 21, bold: true, colour: white })
    sheet.lines(["Amount due", "36.00 GBP", "will be taken on", "24/11/2026", "", "Account", "KB 2201 558"], 410, 180, {
      size: 13,
      colour: white
    })
    sheet.lines([nameOf(person), ...person.street.split(", "), person.city, person.postal_code], 44, 120, { size: 11 })
    sheet.text("Broadband and home phone bill", 44, 240, { size: 16, bold: true })
    sheet.facts(
      { x: 44, y: 266, gap: 100 },
      `
      Bill date | 09 Nov 2026
      For the period | 09 Oct 2026 - 08 Nov 2026
      Invoice number | K-882104`
    )
    sheet.table(
      { x: 44, y: 350, width: 320 },
      `
      Fibre 150 | 28.00
      Line rental | 2.00
      VAT 20 % | 6.00
      Total | 36.00`
    )
    sheet.lines(["Kestrel Broadband Ltd. Registered in England 07712345.", "Registered office 1 Mill Lane, Leeds LS1 4DY"], 44, 780, {
      size: 7
    })
  }
}

const ieMobile: Layout = {
  name: "IE mobile, purple head, one line without commas",
  country: "IE",
  family: "sans",
  issuer: "Claddagh Mobile Ltd",
  dated: "2026-11-01",
  outcome: "review",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 110 }, plum)
    sheet.text("Claddagh Mobile Ltd", 40, 66, { size: 28, bold: true, colour: white })
    sheet.text("Mobile phone bill", 555, 66, { size: 13, colour: white, right: true })
    sheet.facts(
      { x: 40, y: 160, gap: 120, size: 11, step: 20 },
      `
      Account holder | Mx ${nameOf(person)}
      Address | ${person.street} ${person.city} ${person.postal_code}
      Bill date | 01/11/2026
      Account number | IE-77120-4
      Bill period | 01/10/2026 to 31/10/2026`
    )
    sheet.table(
      { x: 40, y: 300, width: 510, size: 11 },
      `
      Monthly plan | €25.00
      Roaming | €3.20
      VAT 23 percent | €6.49
      Total due 15/11/2026 | €34.69`
    )
    sheet.text("Claddagh Mobile Ltd, registered number 512233, 8 Quay Street, Galway", 40, 800, { size: 7 })
  }
}

const usBank: Layout = {
  name: "US bank statement, black band",
  country: "US",
  family: "serif",
  issuer: "First Cascade Bank",
  dated: "2026-10-31",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 60 }, colour(12, 12, 14))
    sheet.text("First Cascade Bank", 40, 40, { size: 22, bold: true, colour: white })
    sheet.text("Member FDIC", 555, 40, { colour: white, right: true })
    sheet.lines(
      [nameOf(person).toUpperCase(), person.street.toUpperCase(), `${person.city.toUpperCase()} ${person.postal_code}`],
      60,
      130,
      { size: 11 }
    )
    sheet.text("Account Statement", 360, 130, { size: 16, bold: true })
    sheet.facts(
      { x: 360, y: 156, gap: 90 },
      `
      Statement date | October 31, 2026
      Period | Oct 1 - Oct 31, 2026
      Account number | xxxx xxxx 4471`
    )
    sheet.table(
      { x: 60, y: 280, width: 480, size: 11 },
      `
      10/03 Opening balance | $1,820.44
      10/09 Payroll deposit | $2,410.00
      10/17 Check 1182 | -$640.00
      10/31 Ending balance | $3,590.44`
    )
    sheet.text("First Cascade Bank, P.O. Box 2201, Portland, OR 97208. 1-800-555-0112", 60, 790, { size: 8 })
  }
}

const usUtility: Layout = {
  name: "US electricity, one-line service address",
  country: "US",
  family: "sans",
  issuer: "Blue Mesa Electric Company",
  dated: "2026-11-06",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 100 }, colour(28, 52, 120))
    sheet.text("Blue Mesa Electric Company", 36, 50, { size: 22, bold: true, colour: white })
    sheet.text("Customer service 1-800-555-0164", 36, 76, { size: 10, colour: white })
    sheet.facts(
      { x: 36, y: 140, gap: 120, step: 20 },
      `
      Account holder | ${nameOf(person)}
      Service address | ${person.street} ${person.city} ${person.postal_code}
      Bill date | 11/06/2026
      Billing period | 10/05/2026 - 11/04/2026
      Due date | 11/27/2026`
    )
    sheet.box({ x: 36, y: 270, width: 520, height: 24 }, colour(90, 96, 104))
    sheet.text("Summary of your electric bill", 44, 286, { bold: true, colour: white, size: 12 })
    sheet.table(
      { x: 44, y: 316, width: 500 },
      `
      Energy charge 612 kWh | $73.44
      Delivery charge | $21.10
      State tax | $4.12
      Amount due | $98.66`
    )
  }
}

/** Bills in English. */
export const englishLayouts: ReadonlyArray<Layout> = [gbPanel, gbCouncil, gbBroadband, ieMobile, usBank, usUtility]
