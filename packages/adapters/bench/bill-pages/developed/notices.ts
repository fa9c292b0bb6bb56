import type { Layout } from "../layout.ts"
import { type Household, nameOf, townOf } from "../people.ts"
import { colour, type Sheet, white } from "../sheet.ts"

const emerald = colour(0, 110, 72)
const violet = colour(84, 52, 120)
const parchment = colour(247, 243, 232)

const coOwner = (sheet: Sheet, person: Household): void => {
  sheet.frame({ x: 36, y: 108, width: 524, height: 96 })
  sheet.grid(
    { x: 42, y: 122, columns: [0, 270, 400], size: 8.5, step: 14 },
    `
    Propietario | Identificación | % Derecho
    ${nameOf(person).toUpperCase()} | C.C. 43.114.882 | 100`
  )
  sheet.rule(36, 142, 524)
  sheet.grid(
    { x: 42, y: 156, columns: [0, 270, 400], size: 8.5, step: 14 },
    `
    Dirección del predio | Municipio | Código postal
    ${person.street.toUpperCase()} | ${person.city.toUpperCase()} | ${person.postal_code}`
  )
  sheet.rule(36, 176, 524)
  sheet.grid(
    { x: 42, y: 190, columns: [0, 140, 270, 400], size: 8.5, step: 11 },
    `
    Matrícula | Código catastral | Estrato | Destino
    001-448820 | 05001 0114 0882 | 4 | Habitacional`
  )
}

const coProperty: Layout = {
  name: "CO property tax, owner and land in ruled boxes",
  country: "CO",
  family: "sans",
  issuer: "Secretaría de Hacienda",
  dated: "2026-10-20",
  draw: (sheet, person) => {
    const name = nameOf(person).toUpperCase()
    sheet.circle(62, 56, 22, colour(244, 198, 40))
    sheet.box({ x: 40, y: 56, width: 44, height: 11 }, emerald)
    sheet.text("Secretaría de Hacienda", 100, 52, { size: 16, bold: true })
    sheet.text(`Alcaldía de ${person.city}. NIT 890.905.114-8`, 100, 68, { size: 9 })
    sheet.lines(["IMPUESTO PREDIAL UNIFICADO", "Factura N° 2026 1148 8204 47"], 556, 50, { size: 11, bold: true, right: true, step: 16 })
    sheet.box({ x: 36, y: 92, width: 524, height: 16 }, emerald)
    sheet.text("A. IDENTIFICACIÓN DEL CONTRIBUYENTE Y DEL PREDIO", 42, 103, { size: 8, bold: true, colour: white })
    coOwner(sheet, person)
    sheet.grid(
      { x: 42, y: 232, columns: [0, 140, 270, 400], size: 9, step: 15 },
      `
      Fecha de expedición | Período gravable | Sin recargo hasta | Con recargo hasta
      20/10/2026 | Trimestre 4 de 2026 | 30/11/2026 | 15/12/2026`
    )
    sheet.box({ x: 36, y: 268, width: 524, height: 16 }, emerald)
    sheet.text("B. LIQUIDACIÓN", 42, 279, { size: 8, bold: true, colour: white })
    sheet.table(
      { x: 42, y: 302, width: 510, size: 9.5, step: 17 },
      `
      Avalúo catastral | $ 214.880.000
      Tarifa por mil | 7,4
      Impuesto del trimestre | $ 397.528
      Sobretasa ambiental | $ 80.580
      Descuento por pronto pago | $ -23.905
      TOTAL A PAGAR | $ 454.203`
    )
    sheet.lines(
      [
        "Contra la presente factura procede el recurso de reconsideración dentro de los dos meses siguientes a su notificación.",
        "Pague en línea o en cualquier corresponsal bancario. Línea de atención 604 411 48 82, lunes a viernes de 7:30 a 17:00."
      ],
      42,
      430,
      { size: 8, step: 13 }
    )
    sheet.rule(36, 650, 524)
    sheet.lines(["CUPÓN DE PAGO", name, "Factura 2026 1148 8204 47", "Total $ 454.203"], 42, 668, { size: 9, step: 14 })
    sheet.strokes({ x: 250, y: 664, width: 306, height: 54 }, 8)
    sheet.text("(415)7709998011488(8020)2026114882(3900)00454203(96)20261130", 403, 730, { size: 7, centred: true })
  }
}

const deTax: Layout = {
  name: "DE tax assessment, day in a block of numbers far right",
  country: "DE",
  family: "sans",
  issuer: "Finanzamt Allertal",
  dated: "2026-10-27",
  draw: (sheet, person) => {
    sheet.text("Finanzamt Allertal", 56, 56, { size: 13, bold: true })
    sheet.lines(["Steuernummer 114/882/04471", "(Bitte bei Rückfragen angeben)", "Identifikationsnummer 44 718 820 114"], 56, 76, {
      size: 8.5
    })
    sheet.lines(["29223 Celle", "Sägemühlenstraße 5", "Telefon 05141 915-0", "Zimmer 114"], 420, 56, { size: 8.5, step: 13 })
    sheet.table({ x: 420, y: 112, width: 120, size: 9 }, "Datum | 27.10.2026")
    sheet.text("Finanzamt Allertal, Postfach 1107, 29201 Celle", 56, 136, { size: 6.5 })
    sheet.lines(["Herrn/Frau", nameOf(person), person.street, townOf(person)], 56, 154, { size: 10.5, step: 14 })
    sheet.text("Bescheid für 2025 über Einkommensteuer und Solidaritätszuschlag", 56, 252, { size: 12.5, bold: true })
    sheet.text("Festsetzung", 56, 282, { size: 11, bold: true })
    sheet.grid(
      { x: 56, y: 304, columns: [0, 240, 370], size: 9.5, step: 16 },
      `
      Art der Steuer | Einkommensteuer EUR | Solidaritätszuschlag EUR
      Festgesetzt werden | 6.412,00 | 0,00
      Ab Steuerabzug vom Lohn | -6.884,00 | 0,00
      Verbleibende Beträge | -472,00 | 0,00`
    )
    sheet.rule(56, 362, 484)
    sheet.table(
      { x: 56, y: 382, width: 484, size: 9.5, step: 16 },
      `
      Abgerechnet nach dem Stand vom 20.10.2026 | -472,00 EUR
      Erstattung | 472,00 EUR`
    )
    sheet.lines(
      [
        "Das Guthaben wird auf das Konto IBAN DE44 XXXX XXXX XXXX XX44 71 bei der Leinebank erstattet.",
        "",
        "Einkünfte aus nichtselbständiger Arbeit 41.884 EUR, zu versteuerndes Einkommen 35.114 EUR.",
        "Der Bescheid ergeht nach § 165 Abs. 1 Satz 2 AO teilweise vorläufig.",
        "",
        "Rechtsbehelfsbelehrung: Gegen diesen Bescheid ist der Einspruch gegeben. Die Frist beträgt einen Monat",
        "nach Bekanntgabe."
      ],
      56,
      440,
      { size: 9, step: 14 }
    )
    sheet.lines(["Öffnungszeiten", "Mo - Fr 8 - 12 Uhr, Do 14 - 17 Uhr"], 56, 790, { size: 7.5 })
    sheet.lines(["Bundesbank Hannover", "IBAN DE11 2500 0000 0025 0015 44"], 240, 790, { size: 7.5 })
    sheet.text("Blatt 1 von 3", 540, 790, { size: 7.5, right: true })
  }
}

const itResidence: Layout = {
  name: "IT residence certificate, address within the sentence",
  country: "IT",
  family: "serif",
  issuer: "Comune di",
  dated: "2026-11-10",
  draw: (sheet, person) => {
    const { city, first_name, last_name, postal_code, street } = person
    sheet.box({ x: 282, y: 36, width: 32, height: 26 }, violet)
    sheet.circle(298, 62, 16, violet)
    sheet.text(`Comune di ${city}`, 298, 100, { size: 18, bold: true, centred: true })
    sheet.text("Servizi Demografici - Ufficio Anagrafe", 298, 116, { size: 10, centred: true })
    sheet.text("CERTIFICATO ANAGRAFICO DI RESIDENZA", 298, 164, { size: 14, bold: true, centred: true })
    sheet.text("L'UFFICIALE D'ANAGRAFE", 298, 196, { size: 11, centred: true })
    sheet.text(
      "Vista la legge 24 dicembre 1954, n. 1228, e il regolamento anagrafico approvato con D.P.R. 30 maggio 1989, n. 223",
      60,
      222,
      { size: 9 }
    )
    sheet.text("CERTIFICA CHE", 298, 250, { size: 12, bold: true, centred: true })
    sheet.text(`${last_name} ${first_name}`.toUpperCase(), 60, 286, { size: 12, bold: true })
    sheet.lines(
      [
        "nata/o a Cuneo (CN) il 14/06/1988, atto n. 114 parte I serie A, codice fiscale XXX XXX 88H54 D205 K,",
        "cittadinanza italiana,",
        `risulta iscritta/o nell'anagrafe della popolazione residente, con abitazione in ${street.toUpperCase()},`,
        `${postal_code} ${city.toUpperCase()}, dal 02/09/2019.`
      ],
      60,
      308,
      { size: 10.5, step: 17 }
    )
    sheet.lines(
      [
        "Il presente certificato non può essere prodotto agli organi della pubblica amministrazione o ai privati gestori di pubblici servizi",
        "(art. 40 D.P.R. 28 dicembre 2000, n. 445). Ha validità di tre mesi dalla data di rilascio."
      ],
      60,
      400,
      { size: 8.5, step: 13 }
    )
    sheet.text(`${city}, lì 10/11/2026`, 60, 456, { size: 10.5 })
    sheet.text("L'Ufficiale d'Anagrafe delegato", 420, 456, { size: 10, centred: true })
    sheet.text("Paolo Ferrero", 420, 474, { size: 10, centred: true })
    sheet.frame({ x: 60, y: 520, width: 120, height: 74 })
    sheet.lines(["Imposta di bollo assolta", "in modo virtuale", "Euro 16,00", "Diritti di segreteria 0,52"], 68, 538, {
      size: 8,
      step: 13
    })
    sheet.box({ x: 60, y: 690, width: 476, height: 84 }, parchment)
    sheet.squares(70, 700, 64, 19)
    sheet.lines(["Contrassegno elettronico a garanzia dell'autenticità del documento", "Identificativo 1148 8204 4718 2026"], 150, 728, {
      size: 8.5
    })
  }
}

const keSalary: Layout = {
  name: "KE salary letter, day without a label on the right",
  country: "KE",
  family: "serif",
  issuer: "Rift Valley Horticulture Limited",
  dated: "2026-10-30",
  outcome: "review",
  draw: (sheet, person) => {
    const { city, last_name, postal_code, street } = person
    sheet.circle(80, 58, 20, emerald)
    sheet.circle(92, 50, 11, colour(150, 190, 60))
    sheet.text("Rift Valley Horticulture Limited", 120, 58, { size: 18, bold: true, colour: emerald })
    sheet.text("Moi South Lake Road, P.O. Box 1148-20117 Naivasha. Tel +254 20 882 0447. hr@riftvalleyhorti.co.ke", 120, 74, { size: 8.5 })
    sheet.rule(50, 94, 496)
    sheet.text("Our Ref: RVH/HR/2026/0447", 56, 126, { size: 10.5 })
    sheet.text("30th October 2026", 540, 126, { size: 10.5, right: true })
    sheet.lines([nameOf(person), street, `${city} ${postal_code}`], 56, 158, { size: 11, step: 15 })
    sheet.text(`Dear ${last_name},`, 56, 224, { size: 11 })
    sheet.text("RE: CONFIRMATION OF EMPLOYMENT AND SALARY", 56, 248, { size: 11.5, bold: true })
    sheet.lines(
      [
        "At your request we confirm that you have been employed with us on permanent terms since 2nd September 2019, at present as",
        "Quality Assurance Officer, Staff No. 0114. Your monthly pay as of October 2026 is made up as follows:"
      ],
      56,
      272,
      { size: 9.5, step: 15 }
    )
    sheet.frame({ x: 56, y: 306, width: 380, height: 108 })
    sheet.table(
      { x: 66, y: 324, width: 360, size: 10, step: 16 },
      `
      Earnings and deductions | KShs
      Basic salary | 118,400.00
      House allowance | 22,000.00
      PAYE | -31,204.55
      NSSF, SHIF and housing levy | -9,882.10
      Net pay, by bank transfer | 99,313.35`
    )
    sheet.lines(
      [
        "According to our records your home is at the address above. This letter is issued without any liability of the company",
        "towards third parties. Should you need more, please contact the undersigned.",
        "",
        "Yours faithfully,"
      ],
      56,
      444,
      { size: 9.5, step: 15 }
    )
    sheet.lines(["Peter Mutua", "Head of Human Resources"], 56, 560, { size: 10.5, bold: true, step: 15 })
    sheet.text("Directors: J. Kiprop, A. Shah, M. van Dijk (Dutch). Certificate of incorporation C.114882, PIN P051148820K", 298, 800, {
      size: 7.5,
      centred: true
    })
  }
}

/** Notices and certificates of Colombia, Germany and Italy, and a salary letter of Kenya. */
export const noticeLayouts: ReadonlyArray<Layout> = [coProperty, deTax, itResidence, keSalary]
