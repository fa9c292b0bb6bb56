import type { Layout } from "../layout.ts"
import { type Household, nameOf, townOf } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const tangerine = colour(236, 98, 20)
const linen = colour(250, 240, 228)
const cypress = colour(20, 108, 66)
const sage = colour(228, 240, 230)
const atlantic = colour(0, 104, 150)

const esHeading = (sheet: Sheet, title: string, x: number, y: number, width: number): void => {
  sheet.box({ x, y, width, height: 16 }, tangerine)
  sheet.text(title, x + 6, y + 11.5, { size: 8.5, bold: true, colour: white })
}

const esInvoice = (sheet: Sheet): void => {
  esHeading(sheet, "DATOS DE LA FACTURA", 36, 84, 250)
  sheet.text("IMPORTE FACTURA:", 42, 120, { size: 11, bold: true })
  sheet.text("61,27 €", 280, 120, { size: 15, bold: true, right: true })
  sheet.lines(
    [
      "Nº factura: P26CON011488204",
      "Fecha emisión factura: 05/11/2026",
      "Periodo de facturación: del 01/10/2026 al 31/10/2026 (31 días)",
      "Fecha prevista de cobro: 13/11/2026",
      "Forma de pago: domiciliación bancaria",
      "IBAN: ES91 2100 0418 45** **** ****"
    ],
    42,
    138,
    { size: 8.5, step: 13.5 }
  )
}

const esSupply = (sheet: Sheet, person: Household): void => {
  esHeading(sheet, "DATOS DEL SUMINISTRO Y DEL CONTRATO", 36, 246, 520)
  sheet.frame({ x: 36, y: 246, width: 520, height: 96 }, tangerine)
  sheet.lines(
    [
      `Titular del contrato: ${nameOf(person).toUpperCase()}   NIF: ***1148**`,
      `Dirección de suministro: ${person.street}, ${townOf(person)}`,
      "Referencia del contrato: 4471 8820 0114. Contrato de mercado libre. Peaje 2.0TD",
      "Potencia contratada: punta 3,45 kW, valle 3,45 kW. Fin del contrato: 14/03/2027 (renovación anual)",
      "CUPS: ES0021000001148820VK. Distribuidora: Redes del Centro, averías 900 11 48 82"
    ],
    44,
    278,
    { size: 8.5, step: 14 }
  )
}

const esReadings = (sheet: Sheet): void => {
  esHeading(sheet, "RESUMEN", 36, 356, 250)
  sheet.table(
    { x: 42, y: 388, width: 238, size: 9, step: 15 },
    `
    Por potencia contratada | 11,38 €
    Por energía consumida | 34,90 €
    Impuesto electricidad 5,11 % | 2,36 €
    Alquiler del contador | 0,83 €
    Financiación bono social | 1,17 €
    IVA 21 % | 10,63 €
    TOTAL IMPORTE FACTURA | 61,27 €`
  )
  esHeading(sheet, "INFORMACIÓN DE CONSUMO", 306, 356, 250)
  sheet.grid(
    { x: 312, y: 388, columns: [0, 90, 140, 192], size: 8, step: 14 },
    `
    Lectura | Punta | Llano | Valle
    30/09/2026 (real) | 4.418 | 3.204 | 7.118
    31/10/2026 (real) | 4.471 | 3.262 | 7.240
    Consumo kWh | 53 | 58 | 122`
  )
  sheet.columns({ x: 312, y: 446, width: 238, height: 56 }, [0.7, 0.9, 1, 0.82, 0.6, 0.54, 0.6, 0.88, 0.96, 0.66, 0.58, 0.62], tangerine)
  sheet.text("Nov 25 a oct 26, kWh al mes", 312, 514, { size: 7.5 })
}

const esPower: Layout = {
  name: "ES electricity, data of supply under an orange bar and a square code",
  country: "ES",
  family: "sans",
  issuer: "Luminaria Ibérica Comercializadora, S.A.U.",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    sheet.box({ x: 36, y: 30, width: 8, height: 32 }, tangerine)
    sheet.box({ x: 48, y: 38, width: 8, height: 24 }, colour(250, 190, 60))
    sheet.text("Luminaria Ibérica", 64, 50, { size: 18, bold: true, colour: tangerine })
    sheet.text("Luminaria Ibérica Comercializadora, S.A.U.", 64, 62, { size: 7.5 })
    sheet.text("FACTURA DE ELECTRICIDAD", 556, 50, { size: 13, bold: true, right: true })
    esInvoice(sheet)
    sheet.lines(
      [nameOf(person).toUpperCase(), person.street.toUpperCase(), townOf(person).toUpperCase(), person.city.toUpperCase()],
      326,
      136,
      {
        size: 10.5,
        step: 14
      }
    )
    esSupply(sheet, person)
    esReadings(sheet)
    sheet.box({ x: 36, y: 536, width: 520, height: 44 }, linen)
    sheet.text("¡Feliz Navidad con Luminaria! 20 % de descuento en la energía si contrata antes del 31/12/2026.", 46, 555, {
      size: 9,
      bold: true
    })
    sheet.text("Infórmese en el 900 44 71 88 o en su oficina de la calle Mayor 14, 28013 Madrid.", 46, 570, { size: 8.5 })
    sheet.squares(44, 604, 78, 41)
    sheet.lines(
      [
        "Escanee el código QR para comparar su factura en comparador.cnmc.gob.es.",
        "Reclamaciones: apartado de correos 11488, 28080 Madrid, o atencion@luminariaiberica.es.",
        "Fecha límite de pago a efectos de suspensión del suministro: 05/01/2027.",
        "Precios de los peajes según Resolución de 4 de diciembre de 2025 de la CNMC (BOE de 18/12/2025)."
      ],
      140,
      622,
      { size: 8.5, step: 15 }
    )
    sheet.text(
      "Luminaria Ibérica Comercializadora, S.A.U. Paseo de la Estación 88, 45001 Toledo. R. M. de Toledo, hoja TO-11488. CIF A-45114882",
      36,
      806,
      {
        size: 7
      }
    )
  }
}

const itProvinces: Readonly<Record<string, string>> = { Bologna: "BO", Roma: "RM", Torino: "TO" }

const itFacts = (sheet: Sheet, holder: string, person: Household): void => {
  sheet.frame({ x: 36, y: 110, width: 246, height: 152 }, cypress)
  const facts: ReadonlyArray<readonly [y: number, label: string, lines: ReadonlyArray<string>]> = [
    [126, "Intestatario", [holder, "Codice fiscale XXXXXX88H54D205K"]],
    [170, "Indirizzo di fornitura", [person.street, `${townOf(person)} (${itProvinces[person.city] ?? ""})`]],
    [214, "Codice cliente", ["1 011 488 204", "Servizio di libero mercato, uso domestico residente"]]
  ]
  for (const [y, label, lines] of facts) {
    sheet.text(label, 44, y, { size: 8, bold: true, colour: cypress })
    sheet.lines(lines, 44, y + 13, { size: 9, step: 13 })
  }
}

const itCosts = (sheet: Sheet): void => {
  sheet.box({ x: 36, y: 364, width: 254, height: 18 }, cypress)
  sheet.text("LUCE   POD IT001E11488204", 44, 377, { size: 9, bold: true, colour: white })
  sheet.box({ x: 302, y: 364, width: 254, height: 18 }, tangerine)
  sheet.text("GAS   PDR 00881114882044", 310, 377, { size: 9, bold: true, colour: white })
  sheet.table(
    { x: 44, y: 400, width: 238, size: 8.5, step: 15 },
    `
    Spesa per la materia energia | 48,12 €
    Trasporto e gestione contatore | 17,40 €
    Oneri di sistema | 9,77 €
    Imposte e IVA 10 % | 9,03 €
    Canone TV (rate 9 e 10) | 18,00 €
    Lettura 31/10/2026: 11488 kWh | rilevata`
  )
  sheet.table(
    { x: 310, y: 400, width: 238, size: 8.5, step: 15 },
    `
    Spesa per la materia gas naturale | 21,66 €
    Trasporto e gestione contatore | 14,02 €
    Oneri di sistema | 1,18 €
    Imposte e IVA 10 % | 11,20 €
    Ricalcoli | -4,11 €
    Lettura 29/10/2026: 4471 Smc | autolettura`
  )
  sheet.text("Consumo annuo dal 01/11/2025 al 31/10/2026: 2.044 kWh", 44, 504, { size: 8 })
  sheet.text("Consumo annuo dal 01/11/2025 al 31/10/2026: 718 Smc", 310, 504, { size: 8 })
}

const itPayment = (sheet: Sheet, holder: string): void => {
  sheet.rule(0, 640, a4.width)
  sheet.text("pagoPA", 44, 668, { size: 14, bold: true, colour: atlantic })
  sheet.text("AVVISO DI PAGAMENTO", 120, 668, { size: 10, bold: true })
  sheet.squares(44, 684, 80, 29)
  sheet.table(
    { x: 140, y: 698, width: 250, size: 9, step: 16 },
    `
    Destinatario | ${holder}
    Ente creditore | Lucenergia Subalpina S.p.A.
    Codice avviso | 3020 0114 8820 4471 88
    Entro il 25/11/2026 | 146,27 €`
  )
  sheet.strokes({ x: 420, y: 690, width: 136, height: 44 }, 2)
}

const itBill: Layout = {
  name: "IT electricity and gas, holder in a green frame and window on the right",
  country: "IT",
  family: "sans",
  issuer: "Lucenergia Subalpina S.p.A.",
  dated: "2026-11-06",
  draw: (sheet, person) => {
    const holder = `${person.last_name} ${person.first_name}`.toUpperCase()
    sheet.circle(54, 50, 18, cypress)
    sheet.circle(70, 50, 18, tangerine)
    sheet.text("Lucenergia Subalpina S.p.A.", 98, 52, { size: 17, bold: true })
    sheet.text("Corso Dante 114, 12100 Cuneo. P. IVA 01148820447. Servizio clienti 800 114 882", 98, 66, { size: 7.5 })
    sheet.text("BOLLETTA SINTETICA LUCE E GAS", 36, 98, { size: 11, bold: true })
    itFacts(sheet, holder, person)
    sheet.text("P.T. Cuneo CMP - Aut. DCB/0447/2019", 330, 116, { size: 6.5 })
    sheet.lines([holder, person.street.toUpperCase(), `${townOf(person).toUpperCase()} ${itProvinces[person.city] ?? ""}`], 330, 142, {
      size: 10.5,
      step: 15
    })
    sheet.lines(["Bolletta n. 2026-1148820-44 del 06/11/2026", "Periodo di riferimento: settembre - ottobre 2026"], 330, 216, {
      size: 9,
      step: 15
    })
    sheet.box({ x: 36, y: 280, width: 520, height: 62 }, sage)
    sheet.text("Totale da pagare", 48, 302, { size: 10 })
    sheet.text("146,27 €", 48, 328, { size: 19, bold: true })
    sheet.text("Scadenza", 220, 302, { size: 10 })
    sheet.text("25/11/2026", 220, 328, { size: 15, bold: true })
    sheet.lines(["I pagamenti precedenti risultano", "regolari al 02/11/2026. Grazie."], 392, 304, { size: 9, step: 16 })
    itCosts(sheet)
    sheet.lines(
      [
        "Comunichi l'autolettura del gas dal 24/12/2026 al 28/12/2026 al numero 800 447 188 o nell'area clienti.",
        "La Sua offerta Casa Sicura scade il 31/01/2027: troverà le nuove condizioni nella comunicazione allegata.",
        "Per i reclami scritti: Lucenergia Subalpina S.p.A., casella postale 114, 12100 Cuneo CN. Pronto intervento gas 800 900 860.",
        "Bonus sociale: il termine per la DSU è il 31 dicembre 2026. Informazioni su arera.it, 800 166 654."
      ],
      44,
      540,
      { size: 8, step: 14 }
    )
    itPayment(sheet, holder)
  }
}

/** Bills of Spain and Italy. */
export const southernLayouts: ReadonlyArray<Layout> = [esPower, itBill]
