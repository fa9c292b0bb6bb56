import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { a4, colour, white } from "../sheet.ts"

const forest = colour(18, 92, 60)
const pale = colour(233, 238, 244)
const green = colour(0, 122, 72)

const frPower: Layout = {
  name: "FR electricity, band and address on the right",
  country: "FR",
  family: "sans",
  issuer: "Lumière du Rhône",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 20, width: 300, height: 66 }, forest)
    sheet.text("Lumière du Rhône", 30, 62, { size: 22, bold: true, colour: white })
    sheet.lines(["Votre espace client", "www.lumiere-rhone.fr", "Service clients 09 69 32 15 00"], 30, 120, { size: 9 })
    sheet.lines([`Mme ${nameOf(person)}`, person.street, townOf(person)], 330, 165, { size: 11 })
    sheet.text("Facture d'électricité", 30, 262, { size: 17, bold: true })
    sheet.facts(
      { x: 30, y: 294, gap: 120 },
      `
      Facture du | 4 novembre 2026
      N° de facture | 10 228 441 903
      Période | du 01/10/2026 au 31/10/2026
      À payer avant le | 25 novembre 2026`
    )
    sheet.box({ x: 30, y: 372, width: 535, height: 20 }, pale)
    sheet.table(
      { x: 34, y: 386, width: 520 },
      `
      Abonnement | 12,44 €
      Consommation 212 kWh | 48,10 €
      Taxes et contributions | 11,02 €
      Total TTC | 71,56 €`
    )
    sheet.text("Lumière du Rhône SA au capital de 2 400 000 euros, RCS Lyon 442 118 905", 30, 800, { size: 7 })
  }
}

const frBank: Layout = {
  name: "FR bank statement, green box, place before the date",
  country: "FR",
  family: "sans",
  issuer: "Banque Mutuelle de Provence",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    sheet.box({ x: 36, y: 30, width: 320, height: 52 }, green)
    sheet.text("Banque Mutuelle de Provence", 50, 62, { size: 18, bold: true, colour: white })
    sheet.text("Relevé de compte", 36, 130, { size: 17, bold: true })
    sheet.lines([`M. ou Mme ${nameOf(person)}`, person.street, `${person.postal_code} ${person.city.toUpperCase()}`], 320, 170, {
      size: 11
    })
    sheet.text(`${person.city}, le 2 novembre 2026`, 320, 250)
    sheet.facts(
      { x: 36, y: 170, gap: 100 },
      `
      Compte n° | 30004 00812 00010223344 61
      Titulaire | ${nameOf(person)}
      Solde précédent | 1 220,14 EUR`
    )
    sheet.table(
      { x: 36, y: 320, width: 520 },
      `
      05/10 Prélèvement électricité | -64,10
      12/10 Virement salaire | 2 105,00
      23/10 Carte | -41,90
      Nouveau solde | 3 219,14`
    )
    sheet.text(
      "Banque Mutuelle de Provence, société coopérative à capital variable, RCS Marseille 782 114 553, ORIAS 07 011 223",
      36,
      800,
      { size: 7 }
    )
  }
}

const esWater: Layout = {
  name: "ES water, labelled one-line address",
  country: "ES",
  family: "sans",
  issuer: "Aguas de Levante S.A.",
  dated: "2026-11-06",
  draw: (sheet, person) => {
    sheet.box({ x: 340, y: 24, width: 230, height: 70 }, colour(0, 96, 160))
    sheet.text("Aguas de Levante S.A.", 354, 66, { size: 17, bold: true, colour: white })
    sheet.text("FACTURA DE AGUA", 40, 60, { size: 16, bold: true })
    sheet.facts(
      { x: 40, y: 140, gap: 140, step: 19 },
      `
      Titular | ${nameOf(person)}
      Dirección de suministro | ${person.street} ${townOf(person)}
      Fecha de emisión | 06/11/2026
      Número de contrato | 5501 882 14
      Periodo de facturación | 01/09/2026 - 31/10/2026
      Fecha de cargo | 20/11/2026`
    )
    sheet.table(
      { x: 40, y: 300, width: 500 },
      `
      Cuota de servicio | 9,12 EUR
      Consumo 14 m3 | 21,40 EUR
      Alcantarillado | 6,75 EUR
      IVA 10 por ciento | 3,73 EUR
      Total factura | 41,00 EUR`
    )
    sheet.lines(["Atención al cliente 900 100 200", "Inscrita en el Registro Mercantil, CIF A12345674"], 40, 770, { size: 8 })
  }
}

const itGas: Layout = {
  name: "IT gas, dark panel on the right",
  country: "IT",
  family: "serif",
  issuer: "Fiamma Gas S.p.A.",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    sheet.box({ x: 420, y: 0, width: 176, height: a4.height }, colour(40, 40, 44))
    sheet.text("Fiamma Gas S.p.A.", 40, 60, { size: 20, bold: true })
    sheet.lines(
      ["Da pagare", "58,20 euro", "entro il 20 novembre 2026", "Numero verde 800 900 700", "Codice cliente", "3301 448 201"],
      438,
      90,
      { colour: white, size: 12 }
    )
    sheet.lines([nameOf(person), person.street, townOf(person)], 40, 150, { size: 12 })
    sheet.text("Bolletta del gas", 40, 240, { size: 18, bold: true })
    sheet.facts(
      { x: 40, y: 270, gap: 120, size: 11 },
      `
      Data di emissione | 2 novembre 2026
      Numero fattura | 2026/88120
      Periodo | 01/09/2026 - 31/10/2026`
    )
    sheet.table(
      { x: 40, y: 350, width: 350, size: 11 },
      `
      Spesa per la materia gas | 31,10
      Spesa per il trasporto | 14,05
      Imposte e IVA | 13,05
      Totale bolletta | 58,20`
    )
    sheet.text("Partita IVA 01234567890, Registro Imprese di Torino, capitale sociale 500.000 euro", 40, 800, { size: 7 })
  }
}

const ptWater: Layout = {
  name: "PT water, blue head",
  country: "PT",
  family: "serif",
  issuer: "Águas do Douro, S.A.",
  dated: "2026-11-03",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 84 }, colour(20, 70, 150))
    sheet.text("Águas do Douro, S.A.", 44, 54, { size: 24, bold: true, colour: white })
    sheet.facts(
      { x: 44, y: 130, gap: 140, size: 11 },
      `
      Fatura n.º | FT 2026/77120
      Data de emissão | 03/11/2026
      Data limite de pagamento | 24/11/2026
      Período de faturação | 01/10/2026 a 31/10/2026`
    )
    sheet.lines([`Exma. Sra. ${nameOf(person)}`, person.street, townOf(person)], 330, 240, { size: 12 })
    sheet.table(
      { x: 44, y: 350, width: 500, size: 11 },
      `
      Abastecimento de água 11 m3 | 12,40 €
      Saneamento | 8,10 €
      Resíduos urbanos | 5,25 €
      Total a pagar | 25,75 €`
    )
    sheet.text("NIPC 501 223 344, capital social 5.000.000 euros. Linha de apoio 808 200 300", 44, 800, { size: 8 })
  }
}

/** Bills in French, Spanish, Italian and Portuguese. */
export const romanceLayouts: ReadonlyArray<Layout> = [frPower, frBank, esWater, itGas, ptWater]
