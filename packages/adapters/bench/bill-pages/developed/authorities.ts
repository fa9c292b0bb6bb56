import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const tulip = colour(0, 90, 140)
const signal = colour(200, 24, 40)
const sand = colour(245, 242, 234)

const nlMunicipalTax: Layout = {
  name: "NL municipal tax, day of the notice between numbers",
  country: "NL",
  family: "sans",
  issuer: "Belastingsamenwerking Vechtstreek",
  dated: "2026-10-31",
  draw: (sheet, person) => {
    sheet.box({ x: 430, y: 0, width: 60, height: 88 }, tulip)
    sheet.circle(460, 56, 18, white)
    sheet.text("Belastingsamenwerking Vechtstreek", 48, 54, { size: 15, bold: true, colour: tulip })
    sheet.text("Retouradres: Postbus 1200, 3600 BE Maarssen", 48, 124, { size: 6.5 })
    sheet.lines([nameOf(person), person.street, `${person.postal_code}  ${person.city.toUpperCase()}`], 48, 144, { size: 10.5, step: 14 })
    sheet.lines(
      [
        "Bezoekadres",
        "Endelhovenlaan 1",
        "3601 GR Maarssen",
        "Telefoon 088 064 0200",
        "Ma t/m vr 9.00 - 17.00 uur",
        "www.bsvechtstreek.nl"
      ],
      430,
      116,
      { size: 8, step: 12 }
    )
    sheet.text("Aanslagbiljet gemeentelijke belastingen 2026", 48, 242, { size: 14, bold: true })
    sheet.grid(
      { x: 48, y: 268, columns: [0, 130, 260, 400], size: 9, step: 14 },
      `
      Aanslagnummer | Subjectnummer | Dagtekening | Vervaldatum 1e termijn
      2026.114.882 | 0440 7718 | 31-10-2026 | 30-11-2026`
    )
    sheet.box({ x: 48, y: 302, width: 500, height: 18 }, sand)
    sheet.grid(
      { x: 54, y: 315, columns: [0, 210, 330, 430], size: 9, step: 19 },
      `
      Belastingsoort en object | Grondslag | Tarief | Bedrag
      Onroerendezaakbelasting eigendom | € 412.000 | 0,0874 % | € 360,08
      Rioolheffing gebruik | 1 aansluiting |  | € 148,44
      Afvalstoffenheffing | meerpersoons |  | € 331,20
      Hondenbelasting | 1 hond |  | € 84,96`
    )
    sheet.text(`Object: ${person.street}, ${person.postal_code} ${person.city}`, 54, 410, { size: 8 })
    sheet.rule(48, 424, 500)
    sheet.table({ x: 54, y: 442, width: 488, size: 11, bold: true }, "Totaalbedrag van deze aanslag | € 924,68")
    sheet.lines(
      [
        "Het bedrag wordt in acht termijnen van uw rekening NL44 BANK 0114 8820 07 afgeschreven, de eerste keer op 30 november 2026.",
        "Bezwaar maken kan tot zes weken na de dagtekening van dit aanslagbiljet. Een bezwaarschrift schort de betaling niet op.",
        "De invorderingsambtenaar, mr. J. de Wilde"
      ],
      48,
      482,
      { size: 8.5, step: 14 }
    )
    sheet.squares(48, 700, 70, 11)
    sheet.text("Scan de code om met iDEAL te betalen", 130, 738, { size: 8 })
  }
}

const chPaymentPart = (sheet: Sheet, place: ReadonlyArray<string>): void => {
  sheet.rule(0, 545, a4.width)
  sheet.text("Empfangsschein", 16, 566, { size: 11, bold: true })
  sheet.lines(["Konto / Zahlbar an", "CH44 3199 9123 0008 8901 2", "Kanton Reuss, 6460 Altdorf", "", "Zahlbar durch", ...place], 16, 586, {
    size: 8,
    step: 11
  })
  sheet.text("Zahlteil", 192, 566, { size: 11, bold: true })
  sheet.squares(192, 584, 130, 17)
  sheet.lines(
    [
      "Konto / Zahlbar an",
      "CH44 3199 9123 0008 8901 2",
      "Kanton Reuss",
      "6460 Altdorf",
      "",
      "Referenz",
      "21 00000 00003 13947 14300 09017",
      "",
      "Zahlbar durch",
      ...place
    ],
    350,
    566,
    { size: 9, step: 13 }
  )
  sheet.lines(["Währung   Betrag", "CHF          584.60"], 192, 740, { size: 9 })
  sheet.lines(["Währung   Betrag", "CHF          584.60"], 16, 740, { size: 8 })
}

const chTax: Layout = {
  name: "CH tax assessment with a payment part at the foot",
  country: "CH",
  family: "sans",
  issuer: "Steuerverwaltung des Kantons Reuss",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    const place = [nameOf(person), person.street, townOf(person)]
    sheet.box({ x: 48, y: 34, width: 26, height: 30 }, signal)
    sheet.box({ x: 58, y: 39, width: 6, height: 20 }, white)
    sheet.box({ x: 51, y: 46, width: 20, height: 6 }, white)
    sheet.text("Steuerverwaltung des Kantons Reuss", 84, 46, { size: 12, bold: true })
    sheet.text("Abteilung Natürliche Personen, Bahnhofplatz 4, 6460 Altdorf, Telefon 041 875 21 10", 84, 60, { size: 8 })
    sheet.lines(["P.P.  6460 Altdorf"], 336, 112, { size: 7 })
    sheet.lines(place, 336, 134, { size: 10.5, step: 14 })
    sheet.facts(
      { x: 48, y: 122, gap: 110, size: 9, step: 14 },
      `
      Register-Nr. | 114.88.207
      Steuerjahr | 2025
      Datum | 2.11.2026
      Sachbearbeiter | R. Zgraggen`
    )
    sheet.text("Definitive Veranlagung Staats- und Gemeindesteuern 2025", 48, 232, { size: 13, bold: true })
    sheet.grid(
      { x: 48, y: 258, columns: [0, 240, 340, 430], size: 9, step: 15 },
      `
      Steuerart | Steuerbar | Satzbestimmend | Betrag CHF
      Einkommen | 71'400 | 71'400 | 4'208.60
      Vermögen | 88'000 | 88'000 | 176.00
      Personalsteuer |  |  | 100.00
      Bereits bezahlt |  |  | -3'900.00`
    )
    sheet.rule(48, 330, 500)
    sheet.table({ x: 48, y: 348, width: 478, size: 10, bold: true }, "Ausstehender Betrag, zahlbar bis 2.12.2026 | 584.60")
    sheet.lines(
      [
        "Gegen diese Veranlagung kann innert 30 Tagen seit Zustellung schriftlich Einsprache erhoben werden.",
        "Verzugszins 4 % ab 3.12.2026."
      ],
      48,
      380,
      { size: 8.5 }
    )
    chPaymentPart(sheet, place)
  }
}

const esResidence: Layout = {
  name: "ES residence certificate, address in a table, day in words",
  country: "ES",
  family: "serif",
  issuer: "Ayuntamiento",
  dated: "2026-11-09",
  draw: (sheet, person) => {
    sheet.circle(70, 66, 22, signal)
    sheet.circle(70, 66, 17, white)
    sheet.box({ x: 62, y: 56, width: 16, height: 20 }, colour(214, 170, 40))
    sheet.text(`Ayuntamiento de ${person.city}`, 106, 62, { size: 16, bold: true })
    sheet.text("Área de Atención a la Ciudadanía. Negociado de Estadística y Padrón", 106, 78, { size: 9 })
    sheet.text("VOLANTE DE EMPADRONAMIENTO", 297, 140, { size: 15, bold: true, centred: true })
    sheet.lines(
      [
        "Consultados los datos que obran en el Padrón Municipal de Habitantes de este municipio, en la fecha de expedición del",
        "presente documento, figura inscrita la persona cuyos datos se indican a continuación:"
      ],
      56,
      176,
      { size: 10, step: 15 }
    )
    sheet.frame({ x: 56, y: 220, width: 484, height: 142 })
    sheet.box({ x: 56, y: 220, width: 484, height: 18 }, sand)
    sheet.text("DATOS PERSONALES", 64, 233, { size: 9, bold: true })
    sheet.grid(
      { x: 64, y: 254, columns: [0, 230, 360], size: 9.5, step: 15 },
      `
      Apellidos y nombre | Documento | Fecha de nacimiento
      ${person.last_name.toUpperCase()}, ${person.first_name.toUpperCase()} | ****4471* | 14/06/1988`
    )
    sheet.rule(56, 280, 484)
    sheet.grid(
      { x: 64, y: 298, columns: [0, 360], size: 9.5, step: 15 },
      `
      Domicilio | Distrito / Sección / Hoja
      ${person.street.toUpperCase()} | 07 / 114 / 2208`
    )
    sheet.grid(
      { x: 64, y: 336, columns: [0, 110, 230, 360], size: 9.5, step: 15 },
      `
      Código postal | Municipio | Fecha de alta | Motivo
      ${person.postal_code} | ${person.city.toUpperCase()} | 02/09/2019 | Cambio de domicilio`
    )
    sheet.lines(
      [
        "El presente volante tiene carácter meramente informativo y se expide a petición de la persona interesada, a los efectos",
        "de su presentación ante quien proceda. Su validez es de tres meses."
      ],
      56,
      394,
      { size: 10, step: 15 }
    )
    sheet.text(`En ${person.city}, a nueve de noviembre de 2026`, 56, 450, { size: 10.5 })
    sheet.text("EL JEFE DE NEGOCIADO", 400, 480, { size: 9 })
    sheet.text("Firmado electrónicamente: P. Aranda Lillo", 400, 530, { size: 8 })
    sheet.squares(56, 690, 74, 23)
    sheet.lines(
      ["Código seguro de verificación", "7K4Q-88PD-114L-X0ZT", "Puede comprobar la autenticidad en la sede electrónica."],
      142,
      720,
      { size: 8 }
    )
  }
}

const ptPayslip: Layout = {
  name: "PT payslip, person in a frame on the right",
  country: "PT",
  family: "sans",
  issuer: "Tecelagem do Ave, Lda.",
  dated: "2026-10-30",
  outcome: "review",
  draw: (sheet, person) => {
    sheet.text("Tecelagem do Ave, Lda.", 40, 52, { size: 15, bold: true })
    sheet.lines(["Zona Industrial de Sam, lote 14", "4764-501 Vila Nova de Famalicão", "NIPC 504 118 220"], 40, 68, { size: 8 })
    sheet.text("RECIBO DE VENCIMENTO", 555, 52, { size: 13, bold: true, right: true })
    sheet.text("ORIGINAL", 555, 66, { size: 8, right: true })
    sheet.frame({ x: 310, y: 92, width: 245, height: 76 })
    sheet.lines(["Exmo.(a) Sr.(a)", nameOf(person), person.street, townOf(person)], 322, 110, { size: 10, step: 16 })
    sheet.facts(
      { x: 40, y: 112, gap: 96, size: 9, step: 15 },
      `
      Período | outubro 2026
      Data de pagamento | 30-10-2026
      Trabalhador n.º | 0114
      Categoria | Técnica de qualidade`
    )
    sheet.grid(
      { x: 40, y: 196, columns: [0, 120, 240, 380], size: 8.5, step: 13 },
      `
      NIF | N.º Segurança Social | Vencimento base | Seguro
      2** *** 114 | 118 8207 4410 | 1.240,00 | Ap. 88-2201
      `
    )
    sheet.box({ x: 40, y: 226, width: 515, height: 18 }, colour(70, 74, 80))
    const columns = [0, 42, 252, 342, 432]
    sheet.grid({ x: 48, y: 239, columns, size: 9, colour: white }, "Cód. | Descrição | Quant. | Abonos | Descontos")
    sheet.grid(
      { x: 48, y: 262, columns, size: 9, step: 16, headless: true },
      `
      R01 | Vencimento | 30 d | 1.240,00
      R06 | Subsídio de alimentação | 22 d | 132,00
      R11 | Horas suplementares | 6 h | 64,38
      D01 | Segurança Social 11 % |  |  | 143,48
      D02 | Retenção de IRS |  |  | 96,00`
    )
    sheet.frame({ x: 40, y: 226, width: 515, height: 330 })
    sheet.rule(40, 530, 515)
    sheet.table({ x: 300, y: 547, width: 246, size: 11, bold: true }, "Total líquido (EUR) | 1.196,90")
    sheet.lines(
      ["Forma de pagamento: transferência bancária, IBAN PT50 0035 **** **** 4471", "Declaro que recebi a quantia constante deste recibo."],
      40,
      580,
      {
        size: 8.5
      }
    )
    sheet.rule(320, 640, 220)
    sheet.text("Assinatura", 430, 654, { size: 8, centred: true })
    sheet.text("Processado por computador", 40, 806, { size: 7 })
  }
}

/** Notices and certificates of the Netherlands, Switzerland and Spain, and a payslip of Portugal. */
export const authorityLayouts: ReadonlyArray<Layout> = [nlMunicipalTax, chTax, esResidence, ptPayslip]
