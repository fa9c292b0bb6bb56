import type { Layout } from "../layout.ts"
import { nameOf } from "../people.ts"
import { a4, colour, white } from "../sheet.ts"

const orange = colour(214, 96, 16)
const ivory = colour(246, 240, 224)

const caHydro: Layout = {
  name: "CA hydro, dates far right over a rule",
  country: "CA",
  family: "sans",
  issuer: "Lakehead Hydro Corporation",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    const [city, province] = person.city.split(", ")
    sheet.text("Lakehead Hydro Corporation", 40, 54, { size: 19, bold: true })
    sheet.text("www.lakeheadhydro.ca", 40, 70, { size: 8 })
    sheet.table(
      { x: 330, y: 50, width: 225, size: 9, step: 14 },
      `
      Statement date | November 4, 2026
      Account number | 3300 4471 28
      Payment due | November 25, 2026`
    )
    sheet.rule(40, 100, 515)
    sheet.lines(
      [nameOf(person).toUpperCase(), person.street.toUpperCase(), `${city} ${province}  ${person.postal_code}`.toUpperCase()],
      70,
      150,
      {
        size: 11
      }
    )
    sheet.text("Your electricity statement", 40, 246, { size: 16, bold: true })
    sheet.facts(
      { x: 40, y: 272, gap: 100, size: 9.5 },
      `
      Service address | ${person.street} ${city} ${province} ${person.postal_code}
      Reading period | Oct 02, 2026 to Nov 01, 2026`
    )
    sheet.table(
      { x: 40, y: 326, width: 515 },
      `
      Balance from last statement | $118.02
      Payment received Oct 21, 2026 - thank you | -$118.02
      Electricity 702 kWh | $88.40
      Delivery | $41.16
      HST 13 % | $16.84
      Amount due | $146.40`
    )
  }
}

const auGas: Layout = {
  name: "AU gas, orange head and boxes beside one another",
  country: "AU",
  family: "sans",
  issuer: "Southern Cross Gas Pty Ltd",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    const [suburb, state] = person.city.split(", ")
    sheet.box({ x: 0, y: 0, width: a4.width, height: 90 }, orange)
    sheet.text("Southern Cross Gas Pty Ltd", 36, 50, { size: 23, bold: true, colour: white })
    sheet.text("ABN 44 120 221 884", 36, 74, { size: 9, colour: white })
    sheet.lines([nameOf(person), ...person.street.split(", "), `${suburb} ${state} ${person.postal_code}`], 36, 140, { size: 11 })
    for (const [at, label, value] of [
      [300, "Amount due", "$203.10"],
      [390, "Due date", "24 Nov 26"],
      [480, "Issued", "05 Nov 26"]
    ] as const) {
      sheet.box({ x: at, y: 120, width: 82, height: 52 }, ivory)
      sheet.text(label, at + 8, 138, { size: 8 })
      sheet.text(value, at + 8, 158, { size: 12, bold: true })
    }
    sheet.text("Gas account", 36, 250, { size: 18, bold: true })
    sheet.facts(
      { x: 36, y: 276, gap: 110 },
      `
      Account number | 8820 114 406
      Supply address | ${person.street} ${suburb} ${state} ${person.postal_code}
      Supply period | 3 Aug 26 to 2 Nov 26 (92 days)`
    )
    sheet.table(
      { x: 36, y: 350, width: 520 },
      `
      Usage 6,120 MJ | $148.20
      Supply charge 92 days | $36.44
      GST | $18.46
      Total due | $203.10`
    )
    sheet.text("Faults and emergencies 13 22 09, 24 hours. Next meter reading 2 Feb 27.", 36, 780, { size: 8 })
  }
}

const inPower: Layout = {
  name: "IN electricity, ruled rows of particulars",
  country: "IN",
  family: "sans",
  issuer: "Sahyadri Power Distribution Limited",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    const [city, state] = person.city.split(", ")
    sheet.text("SAHYADRI POWER DISTRIBUTION LIMITED", 297, 46, { size: 15, bold: true, centred: true })
    sheet.text("ELECTRICITY BILL", 297, 64, { size: 11, centred: true })
    sheet.rule(36, 78, 523)
    sheet.grid(
      { x: 40, y: 94, columns: [0, 170, 300, 420], size: 9, step: 15 },
      `
      Consumer No | Bill Month | Bill Date | Due Date
      170 220 881 443 | OCT-2026 | 05-11-2026 | 25-11-2026`
    )
    sheet.rule(36, 118, 523)
    sheet.facts(
      { x: 40, y: 138, gap: 90, size: 10 },
      `
      Name | ${nameOf(person).toUpperCase()}
      Address | ${person.street}, ${city}, ${state} - ${person.postal_code}
      Tariff | LT I B Residential 1 phase`
    )
    sheet.rule(36, 196, 523)
    sheet.grid(
      { x: 40, y: 214, columns: [0, 130, 260, 390], size: 9, step: 15 },
      `
      Previous reading | Date | Present reading | Date
      20418 | 01-10-2026 | 20611 | 01-11-2026`
    )
    sheet.rule(36, 240, 523)
    sheet.table(
      { x: 40, y: 262, width: 515, size: 10 },
      `
      Fixed charges | 128.00
      Energy charges 193 units | 1,040.60
      Wheeling charges | 225.80
      Electricity duty 16 % | 223.10
      Bill amount Rs. | 1,617.50
      If paid after 25-11-2026 Rs. | 1,637.50`
    )
    sheet.text("Sahyadri Power Distribution Limited, CIN U40109MH2005SGC153645, customer care 1912", 40, 800, { size: 7.5 })
  }
}

const zaMunicipal: Layout = {
  name: "ZA municipal account, year first and mono type",
  country: "ZA",
  family: "mono",
  issuer: "City of Umgeni Bay Municipality",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    sheet.text("City of Umgeni Bay Municipality", 40, 52, { size: 15, bold: true })
    sheet.text("TAX INVOICE / MUNICIPAL ACCOUNT", 40, 72, { size: 11 })
    sheet.lines([nameOf(person).toUpperCase(), person.street.toUpperCase(), person.city.toUpperCase(), person.postal_code], 40, 126, {
      size: 10
    })
    sheet.table(
      { x: 320, y: 116, width: 235, size: 9, step: 15 },
      `
      Account number | 210044871
      Date of account | 2026/11/02
      Due date | 2026/11/25
      VAT reg. no. | 4880112233`
    )
    sheet.rule(40, 216, 515)
    sheet.grid(
      { x: 40, y: 236, columns: [0, 90, 420], size: 9, step: 15 },
      `
      Date | Details | Amount R
      2026/10/05 | Balance brought forward | 1 882.10
      2026/10/21 | Payment, thank you | -1 882.10
      2026/10/31 | Electricity 410 kWh | 1 104.20
      2026/10/31 | Water 14 kl | 388.15
      2026/10/31 | Property rates | 702.00
      2026/10/31 | VAT 15 % | 329.16`
    )
    sheet.table(
      { x: 40, y: 372, width: 515, size: 10 },
      `
      Total payable | R 2 523.51`
    )
    sheet.text("Enquiries 031 555 0140. Municipal Offices, PO Box 88, Umgeni Bay 4301", 40, 790, { size: 8 })
  }
}

const mxPower: Layout = {
  name: "MX electricity, month in letters and year of two digits",
  country: "MX",
  family: "sans",
  issuer: "Energía del Anáhuac, S.A. de C.V.",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    sheet.box({ x: 36, y: 26, width: 523, height: 44 }, colour(0, 104, 71))
    sheet.text("Energía del Anáhuac, S.A. de C.V.", 48, 54, { size: 17, bold: true, colour: white })
    sheet.lines(
      [nameOf(person).toUpperCase(), person.street.toUpperCase(), `C.P. ${person.postal_code} ${person.city.toUpperCase()}`],
      40,
      108,
      {
        size: 10
      }
    )
    sheet.lines(["TOTAL A PAGAR:", "$612"], 430, 108, { size: 15, bold: true })
    sheet.facts(
      { x: 40, y: 186, gap: 150, size: 9, step: 14 },
      `
      NO. DE SERVICIO: | 552 081 144 036
      PERIODO FACTURADO: | 01 SEP 26 - 31 OCT 26
      FECHA DE EMISIÓN: | 05 NOV 26
      LÍMITE DE PAGO: | 22 NOV 26
      CORTE A PARTIR: | 23 NOV 26`
    )
    sheet.text("Recibo de luz", 40, 290, { size: 15, bold: true })
    sheet.table(
      { x: 40, y: 320, width: 515 },
      `
      Energía básica 150 kWh | 152.40
      Energía intermedia 130 kWh | 161.20
      Energía excedente 58 kWh | 213.99
      IVA 16 % | 84.41
      Total | 612.00`
    )
    sheet.text("Energía del Anáhuac, S.A. de C.V. RFC EAN081011K44. Atención a clientes 071", 40, 800, { size: 7.5 })
  }
}

/** Bills of Canada, Australia, India, South Africa and Mexico. */
export const overseasLayouts: ReadonlyArray<Layout> = [caHydro, auGas, inPower, zaMunicipal, mxPower]
