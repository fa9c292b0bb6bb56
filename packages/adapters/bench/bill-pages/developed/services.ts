import type { Layout } from "../layout.ts"
import { nameOf } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const cobalt = colour(14, 70, 168)
const lagoon = colour(0, 128, 138)
const coral = colour(228, 72, 66)
const ash = colour(234, 236, 238)

const clReceipt = (sheet: Sheet, name: string): void => {
  sheet.lines(
    [
      "Medidor N° 3307114. Lectura anterior 20.114, lectura actual 20.328. Próxima lectura el 02/12/2026.",
      "Reclamos ante la Superintendencia: www.sec.cl, fono 600 6000 732."
    ],
    34,
    470,
    { size: 8 }
  )
  sheet.strokes({ x: 40, y: 560, width: 220, height: 62 }, 7)
  sheet.text("Timbre electrónico SII. Res. 80 de 2014", 40, 636, { size: 7 })
  sheet.box({ x: 0, y: 700, width: a4.width, height: 16 }, ash)
  sheet.text("COMPROBANTE DE PAGO", 40, 711, { size: 8, bold: true })
  sheet.lines([name, "Cliente 1148820-4"], 40, 736, { size: 9 })
  sheet.lines(["Vencimiento 26 Nov 2026", "Total $ 41.870"], 556, 736, { size: 9, right: true })
}

const clPower: Layout = {
  name: "CL electricity, tax number in a red frame and a one-line address",
  country: "CL",
  family: "sans",
  issuer: "Compañía Eléctrica del Mapocho S.A.",
  dated: "2026-11-06",
  draw: (sheet, person) => {
    const name = nameOf(person).toUpperCase()
    sheet.box({ x: 34, y: 36, width: 30, height: 10 }, cobalt)
    sheet.box({ x: 42, y: 50, width: 30, height: 10 }, coral)
    sheet.text("Compañía Eléctrica del Mapocho S.A.", 82, 50, { size: 13, bold: true, colour: cobalt })
    sheet.lines(["Giro: distribución de energía eléctrica", "Casa matriz: Santa Rosa 76, Santiago", "Fono cliente 600 696 0000"], 82, 64, {
      size: 7
    })
    sheet.frame({ x: 372, y: 28, width: 188, height: 66 }, coral)
    sheet.lines(["R.U.T.: 96.811.470-K", "BOLETA ELECTRÓNICA", "N° 288204417"], 466, 48, {
      size: 11,
      bold: true,
      centred: true,
      colour: coral,
      step: 17
    })
    sheet.text("S.I.I. - SANTIAGO CENTRO", 466, 106, { size: 7.5, centred: true })
    sheet.lines([name, `${person.street}, ${person.city}`.toUpperCase()], 40, 136, { size: 9.5, step: 14 })
    sheet.lines(["Ruta 14-08-221-0440   Tarifa BT1"], 40, 168, { size: 8 })
    sheet.box({ x: 34, y: 190, width: 170, height: 86 }, cobalt)
    sheet.lines(["Número de cliente", "1148820-4"], 44, 208, { size: 10, bold: true, colour: white, step: 16 })
    sheet.lines(["Total a pagar", "$ 41.870"], 44, 244, { size: 13, bold: true, colour: white, step: 20 })
    sheet.table(
      { x: 222, y: 206, width: 330, size: 9, step: 16 },
      `
      Fecha de emisión | 06 Nov 2026
      Fecha de vencimiento | 26 Nov 2026
      Corte en trámite a partir del | 12 Dic 2026
      Período de lectura | 02/10/2026 - 02/11/2026
      Último pago: 22/10/2026 | $ 38.110`
    )
    sheet.text("Detalle de mi cuenta", 34, 310, { size: 11, bold: true, colour: cobalt })
    sheet.rule(34, 316, 300)
    sheet.table(
      { x: 34, y: 334, width: 300, size: 9, step: 15 },
      `
      Administración del servicio | 1.204
      Electricidad consumida 214 kWh | 34.122
      Transporte de electricidad | 4.988
      Cargo por servicio público | 166
      Arriendo de medidor | 1.390
      Monto exento | 0
      Total boleta | 41.870`
    )
    sheet.text("Consumo de los últimos 13 meses, kWh", 372, 310, { size: 8 })
    sheet.columns(
      { x: 372, y: 330, width: 180, height: 96 },
      [0.7, 0.66, 0.6, 0.58, 0.62, 0.7, 0.86, 1, 0.96, 0.82, 0.78, 0.72, 0.74],
      cobalt
    )
    clReceipt(sheet, name)
  }
}

const ngWater: Layout = {
  name: "NG water, ruled particulars in two columns",
  country: "NG",
  family: "sans",
  issuer: "Lagoon State Water Corporation",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    sheet.circle(64, 58, 24, lagoon)
    sheet.circle(64, 64, 11, white)
    sheet.text("Lagoon State Water Corporation", 104, 54, { size: 18, bold: true })
    sheet.text("Water House, 14 Ijora Causeway, Lagos.  0700 9282 4357  customercare@lswc.gov.ng", 104, 70, { size: 8 })
    sheet.box({ x: 36, y: 94, width: 524, height: 20 }, lagoon)
    sheet.text("WATER BILL", 298, 108, { size: 11, bold: true, centred: true, colour: white })
    sheet.frame({ x: 36, y: 114, width: 524, height: 110 })
    sheet.frame({ x: 36, y: 114, width: 290, height: 110 })
    sheet.facts({ x: 44, y: 134, gap: 62, size: 9 }, `Name: | ${nameOf(person).toUpperCase()}`)
    sheet.text("Address:", 44, 152, { size: 9, bold: true })
    sheet.lines([...person.street.split(", "), `${person.city} ${person.postal_code}`], 106, 152, { size: 9, step: 14 })
    sheet.facts({ x: 44, y: 212, gap: 62, size: 9 }, "Area office: | Island 2, Zone B")
    sheet.facts(
      { x: 334, y: 134, gap: 104, size: 9, step: 17 },
      `
      Account No: | 0114/8820/447
      Bill No: | LSWC-2026-10-77120
      Bill Date: | 02-Nov-2026
      Billing Month: | October 2026
      Pay on or before: | 23-Nov-2026`
    )
    sheet.grid(
      { x: 44, y: 250, columns: [0, 100, 210, 320, 430], size: 9, step: 16 },
      `
      Meter No | Previous | Present | Consumption | Tariff per m3
      WM 44071 | 1204 (01-Oct-2026) | 1231 (31-Oct-2026) | 27 m3 | N 320.00`
    )
    sheet.rule(36, 276, 524)
    sheet.table(
      { x: 44, y: 296, width: 506, size: 9.5, step: 17 },
      `
      Previous balance | 7,980.00
      Payments received to 28-Oct-2026 | -7,980.00
      Water consumption 27 m3 | 8,640.00
      Service charge | 500.00
      VAT 7.5 % | 685.50
      Total amount payable (Naira) | 9,825.50`
    )
    sheet.rule(36, 394, 524)
    sheet.lines(
      [
        "Nine thousand, eight hundred and twenty five naira, fifty kobo only.",
        "Pay at any bank branch, by USSD *7014# or at www.lswc.gov.ng/pay. Do not pay cash to staff of the Corporation.",
        "Report burst pipes and illegal connections: 0802 114 8820."
      ],
      44,
      416,
      { size: 8.5, step: 14 }
    )
    sheet.text("Please cut here and return this part with your payment", 298, 640, { size: 7.5, centred: true })
    sheet.rule(36, 646, 524)
    sheet.lines(["Lagoon State Water Corporation", nameOf(person).toUpperCase(), "Account 0114/8820/447"], 44, 668, { size: 9 })
    sheet.lines(["Amount N 9,825.50", "Due 23-Nov-2026"], 552, 668, { size: 9, bold: true, right: true })
    sheet.squares(480, 700, 64, 31)
  }
}

const sgSlip = (sheet: Sheet, name: string): void => {
  sheet.rule(44, 690, 508)
  sheet.text("Payment slip", 44, 706, { size: 9, bold: true })
  sheet.lines([name, "Account 1148 8204"], 44, 726, { size: 9 })
  sheet.strokes({ x: 330, y: 704, width: 220, height: 36 }, 4)
}

const sgBroadband: Layout = {
  name: "SG broadband, family name first, dates in a strip",
  country: "SG",
  family: "sans",
  issuer: "Merlion Fibre Pte Ltd",
  dated: "2026-11-06",
  draw: (sheet, person) => {
    const name = `${person.last_name} ${person.first_name}`.toUpperCase()
    sheet.box({ x: 0, y: 0, width: a4.width, height: 12 }, coral)
    sheet.text("Merlion Fibre Pte Ltd", 44, 52, { size: 21, bold: true, colour: coral })
    sheet.lines(["Merlion Fibre Pte Ltd", "31 Exeter Road #20-00, Singapore 239732", "Hotline 1688   GST Reg. No. 19-9201624-D"], 552, 40, {
      size: 7.5,
      right: true
    })
    const [street = "", unit] = person.street.toUpperCase().split(" #")
    sheet.lines([name, street, ...(unit === undefined ? [] : [`#${unit}`]), `SINGAPORE ${person.postal_code}`], 58, 128, {
      size: 10.5,
      step: 14
    })
    sheet.text("Your bill for home broadband", 44, 230, { size: 15, bold: true })
    sheet.box({ x: 44, y: 244, width: 508, height: 44 }, ash)
    sheet.grid(
      { x: 54, y: 261, columns: [0, 110, 220, 330, 420], size: 9, step: 17 },
      `
      Account No. | Bill ID | Bill Date | Due Date | Amount Due
      1148 8204 | 447120882 | 06 Nov 2026 | 27 Nov 2026 | S$62.35`
    )
    sheet.text("Summary of charges", 44, 318, { size: 11, bold: true })
    sheet.table(
      { x: 44, y: 338, width: 320, size: 9.5, step: 17 },
      `
      Previous bill 06 Oct 2026 | 59.95
      Payment on 25 Oct 2026, GIRO | 59.95 CR
      Fibre 1 Gbps, 06 Nov - 05 Dec 2026 | 45.90
      Home digital line | 11.30
      GST 9 % | 5.15
      Total current charges | 62.35`
    )
    sheet.box({ x: 392, y: 306, width: 160, height: 128 }, colour(252, 236, 234))
    sheet.lines(
      [
        "Good to know",
        "From 1 Jan 2027 paper bills",
        "cost S$3.27 a month. Switch",
        "to e-bill in the app today.",
        "",
        "Installed at",
        `S(${person.postal_code})`
      ],
      402,
      324,
      { size: 8.5, step: 14 }
    )
    sheet.lines(
      [
        "If you pay by GIRO, we will deduct the amount on 27 Nov 2026. A late fee of 1 % a month applies to overdue amounts.",
        "Please tell us of any mistake within 14 days of the bill date. This is a computer generated bill, no signature is required."
      ],
      44,
      470,
      { size: 8 }
    )
    sgSlip(sheet, name)
  }
}

/** Bills of suppliers in Chile, Nigeria and Singapore. */
export const serviceLayouts: ReadonlyArray<Layout> = [clPower, ngWater, sgBroadband]
