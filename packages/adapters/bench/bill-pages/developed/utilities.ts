import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const grey = colour(236, 236, 238)
const sunset = colour(238, 120, 30)
const flame = colour(24, 96, 170)
const kiwi = colour(92, 40, 130)

const phSlip = (sheet: Sheet, name: string): void => {
  sheet.text("- - - - - - - - - - - - - - - - - please detach and present when paying - - - - - - - - - - - - - - - - -", 297, 668, {
    size: 8,
    centred: true
  })
  sheet.lines(["Luzonvolt Electric Corporation", name, "CAN 10 4422 0781 4"], 36, 696, { size: 9 })
  sheet.lines(["Amount due PHP 3,412.86", "Due Nov 24, 2026"], 556, 696, { size: 9, bold: true, right: true })
  sheet.strokes({ x: 150, y: 742, width: 300, height: 40 }, 3)
}

const phPower: Layout = {
  name: "PH electricity, boxes beside one another and a payment slip",
  country: "PH",
  family: "sans",
  issuer: "Luzonvolt Electric Corporation",
  dated: "2026-11-10",
  draw: (sheet, person) => {
    sheet.circle(56, 48, 17, sunset)
    sheet.box({ x: 50, y: 38, width: 12, height: 20 }, white)
    sheet.text("Luzonvolt Electric Corporation", 84, 46, { size: 16, bold: true, colour: sunset })
    sheet.text("Luzonvolt Building, Ortigas Avenue, Pasig City 1600. VAT Reg. TIN 000-101-528-000", 84, 60, { size: 7 })
    sheet.text("Page 1 of 2", 556, 40, { size: 8, right: true })
    sheet.frame({ x: 36, y: 80, width: 300, height: 122 })
    sheet.box({ x: 36, y: 80, width: 300, height: 16 }, grey)
    sheet.text("CUSTOMER INFORMATION", 44, 92, { size: 8, bold: true })
    sheet.lines([nameOf(person).toUpperCase()], 44, 116, { size: 10, bold: true })
    sheet.text("Service Address", 44, 134, { size: 7 })
    sheet.lines([person.street.toUpperCase(), `${person.city.toUpperCase()} ${person.postal_code}`], 44, 146, { size: 9 })
    sheet.text("Customer Account Number (CAN)   10 4422 0781 4", 44, 178, { size: 8 })
    sheet.text("Rate class   Residential 201-300 kWh", 44, 192, { size: 8 })
    sheet.frame({ x: 344, y: 80, width: 212, height: 122 })
    sheet.box({ x: 344, y: 80, width: 212, height: 16 }, grey)
    sheet.text("BILLING INFORMATION", 352, 92, { size: 8, bold: true })
    sheet.table(
      { x: 352, y: 114, width: 196, size: 8.5, step: 14 },
      `
      Bill Date | Nov 10, 2026
      Billing Period | Oct 09, 2026 to Nov 08, 2026
      Due Date | Nov 24, 2026
      Next Reading Date | Dec 09, 2026`
    )
    sheet.text("PLEASE PAY", 352, 180, { size: 8 })
    sheet.text("PHP 3,412.86", 548, 190, { size: 16, bold: true, right: true })
    sheet.text("Your metering information", 36, 228, { size: 11, bold: true })
    sheet.grid(
      { x: 36, y: 246, columns: [0, 110, 210, 310, 410], size: 8.5, step: 14 },
      `
      Meter No. | Present | Previous | Multiplier | Actual kWh
      118 NZK 4402 | 14208 | 13934 | 1.0 | 274`
    )
    sheet.text("Bill computation summary", 36, 296, { size: 11, bold: true })
    sheet.table(
      { x: 36, y: 316, width: 300, size: 9, step: 15 },
      `
      Generation charge | 1,842.10
      Transmission charge | 248.77
      System loss charge | 144.20
      Distribution (Luzonvolt) | 671.34
      Subsidies and universal charges | 61.08
      Government taxes | 445.37
      Remaining balance from previous bill | 0.00
      Total amount due | 3,412.86`
    )
    sheet.text("Your consumption, last 12 months", 372, 316, { size: 8 })
    sheet.columns({ x: 372, y: 326, width: 180, height: 90 }, [0.6, 0.7, 0.62, 0.8, 0.95, 1, 0.9, 0.84, 0.7, 0.66, 0.72, 0.75], sunset)
    sheet.text("Pay on time. A disconnection notice is served where the bill is unpaid 9 days after the due date.", 36, 470, { size: 8 })
    sheet.text("Call 16-2110 or write to customercare@luzonvolt.com.ph. Last payment: Oct 22, 2026, PHP 3,208.15.", 36, 484, { size: 8 })
    phSlip(sheet, nameOf(person).toUpperCase())
  }
}

const arHead = (sheet: Sheet): void => {
  sheet.frame({ x: 30, y: 26, width: 535, height: 84 })
  sheet.circle(60, 58, 18, flame)
  sheet.text("Gasandina Pampeana S.A.", 88, 56, { size: 15, bold: true, colour: flame })
  sheet.lines(
    ["Av. Leandro N. Alem 1450 (C1001) C.A.B.A. IVA Responsable Inscripto", "CUIT 30-65786411-7. Ingresos Brutos 901-882144-3"],
    88,
    74,
    {
      size: 6.5
    }
  )
  sheet.frame({ x: 322, y: 26, width: 26, height: 28 })
  sheet.text("B", 335, 46, { size: 17, bold: true, centred: true })
  sheet.lines(
    ["LIQUIDACIÓN DE SERVICIOS PÚBLICOS", "N° 0031-88420117", "Fecha de emisión: 04/11/2026", "Inicio de actividades: 28/12/1992"],
    370,
    44,
    {
      size: 8.5,
      step: 16
    }
  )
}

const arGas: Layout = {
  name: "AR gas, family name first, several days to pay by",
  country: "AR",
  family: "sans",
  issuer: "Gasandina Pampeana S.A.",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    const holder = `${person.last_name} ${person.first_name}`.toUpperCase()
    arHead(sheet)
    sheet.lines([holder, person.street.toUpperCase(), `(${person.postal_code}) ${person.city.toUpperCase()}`], 44, 142, {
      size: 10,
      step: 14
    })
    sheet.lines(["Condición frente al IVA: Consumidor Final", "Categoría: R2-3   Medidor 08144207"], 44, 192, { size: 8 })
    sheet.box({ x: 336, y: 124, width: 229, height: 80 }, grey)
    sheet.table(
      { x: 346, y: 142, width: 208, size: 9, step: 17 },
      `
      CLIENTE N° | 2 0114 882/06
      1er. VENCIMIENTO 19/11/2026 | $ 28.417,50
      2do. VENCIMIENTO 27/11/2026 | $ 28.911,08
      Período de consumo | BIM. 05/2026`
    )
    sheet.box({ x: 30, y: 222, width: 535, height: 16 }, flame)
    sheet.text("DETALLE DE LECTURAS Y CONSUMO", 38, 233, { size: 8.5, bold: true, colour: white })
    sheet.grid(
      { x: 38, y: 254, columns: [0, 130, 240, 330, 430], size: 8.5, step: 14 },
      `
      Lectura anterior | Lectura actual | Días | Consumo m3 | m3 de 9300 kcal
      02/09/2026  4402 | 01/11/2026  4488 | 60 | 86 | 87,20`
    )
    sheet.table(
      { x: 38, y: 304, width: 300, size: 9, step: 16 },
      `
      Cargo fijo | 6.204,11
      Cargo variable por consumo | 15.330,40
      Subtotal | 21.534,51
      IVA 21 % | 4.522,25
      Tasa de fiscalización y fondos | 2.360,74
      TOTAL A PAGAR HASTA EL 19/11/2026 | 28.417,50`
    )
    sheet.text("Consumo de los últimos seis bimestres", 372, 304, { size: 8 })
    sheet.columns({ x: 372, y: 314, width: 170, height: 76 }, [0.3, 0.26, 0.44, 0.92, 1, 0.58], flame)
    sheet.lines(
      [
        "Usted no registra deuda vencida al 03/11/2026. Su próxima factura vence el 18/01/2027.",
        "Emergencias por escape de gas: 0800-999-2110, todos los días. Oficina comercial: Av. Rivadavia 5208, lunes a viernes de 8 a 15.",
        "Ente regulador: www.enargas.gob.ar. CESP N° 41448820117734. Fecha de vto. CESP: 14/11/2026"
      ],
      38,
      430,
      { size: 7.5, step: 12 }
    )
    sheet.rule(30, 690, 535)
    sheet.lines([holder, "Cliente 2 0114 882/06", "1er. vto. 19/11/2026  $ 28.417,50", "2do. vto. 27/11/2026  $ 28.911,08"], 38, 708, {
      size: 8
    })
    sheet.strokes({ x: 250, y: 704, width: 310, height: 44 }, 5)
    sheet.text("TALÓN PARA EL ENTE RECAUDADOR", 250, 762, { size: 7 })
  }
}

const nzBroadband: Layout = {
  name: "NZ broadband, day without a label beside the invoice number",
  country: "NZ",
  family: "sans",
  issuer: "Fernline Broadband Limited",
  dated: "2026-11-03",
  draw: (sheet, person) => {
    sheet.text("fernline", 48, 66, { size: 32, bold: true, colour: kiwi })
    sheet.circle(182, 52, 5, kiwi)
    sheet.lines(
      ["Fernline Broadband Limited", "PO Box 9104, Newmarket, Auckland 1149", "0800 334 551   help@fernline.co.nz", "GST No. 88-114-207"],
      550,
      46,
      {
        size: 7.5,
        right: true
      }
    )
    sheet.lines([nameOf(person), ...person.street.split(", "), `${person.city} ${person.postal_code}`, "New Zealand"], 62, 142, {
      size: 10.5
    })
    sheet.text("Tax Invoice 8810-4471", 340, 142, { size: 13, bold: true })
    sheet.text("3 November 2026", 340, 160, { size: 10.5 })
    sheet.text("Customer 2204471   Page 1 of 1", 340, 176, { size: 9 })
    sheet.box({ x: 48, y: 232, width: 502, height: 62 }, colour(244, 238, 248))
    sheet.text("Total to pay", 62, 254, { size: 10 })
    sheet.text("$104.95", 62, 280, { size: 20, bold: true })
    sheet.text("We will take this by direct debit on", 250, 254, { size: 10 })
    sheet.text("18 November 2026", 250, 280, { size: 16, bold: true })
    sheet.grid(
      { x: 48, y: 330, columns: [0, 250, 420], size: 9.5, step: 18 },
      `
      What you are paying for | From and to | Incl. GST
      Fibre 500/100 unlimited | 3 Nov to 2 Dec 26 | $89.00
      Home phone, voice over fibre | 3 Nov to 2 Dec 26 | $10.00
      Calls to mobiles, 41 minutes | 3 Oct to 2 Nov 26 | $5.95
      Last month's invoice |  | $99.00
      Payment received 18 Oct 26, thank you |  | -$99.00`
    )
    sheet.rule(48, 434, 502)
    sheet.table(
      { x: 300, y: 454, width: 250, size: 10 },
      `
      GST content 15% | $13.69
      Total | $104.95`
    )
    sheet.lines(
      [
        `This connection is at ${person.street}, ${person.city}.`,
        "Moving house? Tell us two weeks before, so that we can have the fibre at your new place switched on.",
        "Not happy? We belong to the Telecommunications Dispute Resolution scheme: 0508 98 98 98."
      ],
      48,
      520,
      { size: 9, step: 15 }
    )
    sheet.box({ x: 0, y: 800, width: a4.width, height: 42 }, kiwi)
    sheet.text("Fernline Broadband Limited, NZBN 9429041144207", 48, 825, { size: 8, colour: white })
  }
}

const frInsurance: Layout = {
  name: "FR insurance, member on the right and a slip to send back",
  country: "FR",
  family: "serif",
  issuer: "Mutuelle du Bocage Assurances",
  dated: "2026-10-29",
  draw: (sheet, person) => {
    const place = [`Mme ${person.last_name.toUpperCase()} ${person.first_name}`, person.street, townOf(person).toUpperCase()]
    sheet.box({ x: 36, y: 30, width: 34, height: 34 }, colour(150, 28, 48))
    sheet.circle(53, 47, 9, white)
    sheet.text("Mutuelle du Bocage Assurances", 80, 53, { size: 15, bold: true })
    sheet.lines(
      [
        "Votre agence",
        "4 place du Marché",
        "79300 Bressuire, tél. 05 49 74 11 20",
        "",
        "N° de sociétaire : 3 104 882 K",
        "N° de contrat : 77 204 118",
        "Date d'émission : 29/10/2026"
      ],
      36,
      104,
      { size: 9, step: 13 }
    )
    sheet.lines(place, 318, 156, { size: 11, step: 15 })
    sheet.text("AVIS D'ÉCHÉANCE - ASSURANCE HABITATION", 36, 252, { size: 13, bold: true })
    sheet.lines(
      [
        "Chère sociétaire,",
        "Votre contrat d'assurance habitation arrive à échéance le 1er décembre 2026 et sera reconduit pour un an,",
        "du 01/12/2026 au 30/11/2027. Vous trouverez ci-dessous le détail de votre cotisation."
      ],
      36,
      278,
      { size: 10, step: 15 }
    )
    sheet.frame({ x: 36, y: 332, width: 524, height: 126 })
    sheet.box({ x: 36, y: 332, width: 524, height: 20 }, grey)
    sheet.table(
      { x: 46, y: 346, width: 504, size: 10, step: 19 },
      `
      Garanties | Cotisation annuelle en euros
      Habitation, appartement 3 pièces, occupant locataire | 148,20
      Responsabilité civile vie privée | 31,50
      Protection juridique | 22,00
      Taxes et contribution attentats | 34,16
      Montant total à régler avant le 15/12/2026 | 235,86`
    )
    sheet.text(`Lieu du risque assuré : ${person.street}, ${townOf(person)}`, 36, 482, { size: 9.5 })
    sheet.lines(
      [
        "Vous pouvez dénoncer la reconduction de votre contrat dans les vingt jours qui suivent la date d'envoi de cet avis (article L. 113-15-1",
        "du Code des assurances). Mutuelle du Bocage Assurances, société d'assurance mutuelle à cotisations variables, 2 rue des Halles, 79000 Niort."
      ],
      36,
      520,
      { size: 7.5, step: 11 }
    )
    sheet.rule(36, 660, 524)
    sheet.text("TALON À JOINDRE À VOTRE RÈGLEMENT", 36, 678, { size: 8, bold: true })
    sheet.lines(place, 36, 700, { size: 9 })
    sheet.lines(["Sociétaire 3 104 882 K", "Échéance 01/12/2026", "Montant 235,86 EUR"], 556, 700, { size: 9, right: true })
    sheet.text("0079 31048820K 000023586 77204118 12 26", 297, 780, { size: 11, centred: true })
  }
}

/** Bills of suppliers and insurers in the Philippines, Argentina, New Zealand and France. */
export const utilityLayouts: ReadonlyArray<Layout> = [phPower, arGas, nzBroadband, frInsurance]
