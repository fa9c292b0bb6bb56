import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { a4, colour, white } from "../sheet.ts"

const petrol = colour(0, 82, 92)
const slate = colour(70, 78, 92)
const mist = colour(228, 234, 238)

const dkPower: Layout = {
  name: "DK electricity, dates in small print far right",
  country: "DK",
  family: "sans",
  issuer: "Vestkraft Elhandel A/S",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    sheet.text("Vestkraft Elhandel A/S", 46, 58, { size: 20, bold: true, colour: petrol })
    sheet.rule(46, 70, 504)
    sheet.lines([nameOf(person), person.street, townOf(person)], 46, 132, { size: 11 })
    sheet.lines(["Vestkraft Elhandel A/S", "Havnegade 40, 6700 Esbjerg", "CVR-nr. 28 11 44 90", "Telefon 70 12 44 90"], 400, 100, {
      size: 7.5
    })
    sheet.table(
      { x: 400, y: 168, width: 150, size: 7.5, step: 11 },
      `
      Kundenummer | 4402 7719
      Fakturanummer | 90118842
      Fakturadato | 04.11.2026
      Betalingsfrist | 20.11.2026
      Periode | 01.10.2026 - 31.10.2026`
    )
    sheet.text("Elregning", 46, 250, { size: 22, bold: true })
    sheet.table(
      { x: 46, y: 290, width: 504 },
      `
      Elforbrug 312 kWh | 702,00
      Abonnement | 29,00
      Transport og afgifter | 488,15
      Moms 25 % | 304,79
      I alt at betale kr. | 1.523,94`
    )
    sheet.box({ x: 46, y: 700, width: 504, height: 60 }, mist)
    sheet.lines(["Betales via Betalingsservice den 20. november 2026.", "Kreditornummer 8812 4400"], 60, 724, { size: 9 })
  }
}

const noBroadband: Layout = {
  name: "NO broadband, dates under the heads of a table",
  country: "NO",
  family: "sans",
  issuer: "Fjordnett Bredbånd AS",
  dated: "2026-11-03",
  draw: (sheet, person) => {
    sheet.box({ x: 330, y: 0, width: a4.width - 330, height: 74 }, colour(186, 40, 52))
    sheet.text("Fjordnett Bredbånd AS", 346, 46, { size: 18, bold: true, colour: white })
    sheet.text("FAKTURA", 50, 60, { size: 24, bold: true })
    sheet.text("Fjordnett Bredbånd AS, Strandgaten 12, 5013 Bergen", 50, 122, { size: 6.5 })
    sheet.lines([nameOf(person).toUpperCase(), person.street.toUpperCase(), townOf(person).toUpperCase()], 50, 142, { size: 11 })
    sheet.box({ x: 50, y: 226, width: 500, height: 18 }, mist)
    sheet.grid(
      { x: 56, y: 239, columns: [0, 120, 240, 370], size: 9.5, step: 18 },
      `
      Fakturanr | Kundenr | Fakturadato | Forfallsdato
      50211884 | 771 2044 | 03.11.2026 | 17.11.2026`
    )
    sheet.grid(
      { x: 56, y: 310, columns: [0, 290, 430], size: 10, step: 18 },
      `
      Beskrivelse | Periode | Kroner
      Fiber 500 | november 2026 | 749,00
      Leie av ruter | november 2026 | 49,00
      Fakturagebyr |  | 0,00
      Herav mva. 25 % |  | 159,60
      Sum å betale |  | 798,00`
    )
    sheet.lines(["Spørsmål om fakturaen? Ring kundeservice 55 21 40 00.", "Org.nr. 981 224 330 MVA, Foretaksregisteret"], 50, 770, {
      size: 8
    })
  }
}

const fiHeating: Layout = {
  name: "FI district heating, label above value in a grey bar",
  country: "FI",
  family: "sans",
  issuer: "Järvilämpö Oy",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    sheet.text("Järvilämpö Oy", 44, 56, { size: 21, bold: true })
    sheet.text("LASKU", 540, 56, { size: 17, bold: true, right: true })
    sheet.lines([nameOf(person), person.street, townOf(person).toUpperCase()], 44, 130, { size: 11 })
    sheet.box({ x: 320, y: 104, width: 236, height: 96 }, mist)
    sheet.grid(
      { x: 330, y: 122, columns: [0, 120], size: 8.5, step: 14 },
      `
      Laskun päiväys | Eräpäivä
      2.11.2026 | 23.11.2026`
    )
    sheet.grid(
      { x: 330, y: 162, columns: [0, 120], size: 8.5, step: 14 },
      `
      Laskun numero | Asiakasnumero
      26110-882 | 30 441 20`
    )
    sheet.text("Kaukolämpö 1.10.2026 - 31.10.2026", 44, 258, { size: 12, bold: true })
    sheet.table(
      { x: 44, y: 286, width: 500 },
      `
      Energiamaksu 1,4 MWh | 128,80
      Tehomaksu | 41,20
      Arvonlisävero 25,5 % | 43,35
      Yhteensä EUR | 213,35`
    )
    sheet.table(
      { x: 44, y: 420, width: 500 },
      `
      Käyttöpaikka | ${person.street} ${townOf(person)}
      Viitenumero | 2611 0882 44`
    )
    sheet.text("Järvilämpö Oy, Satamakatu 3, 70100 Kuopio. Y-tunnus 0882110-4. Puhelin 017 55 010", 44, 796, { size: 7.5 })
  }
}

const luBank: Layout = {
  name: "LU bank statement, serif, date in the head of a table",
  country: "LU",
  family: "serif",
  issuer: "Caisse d'Épargne du Grand-Duché",
  dated: "2026-10-30",
  draw: (sheet, person) => {
    sheet.box({ x: 40, y: 28, width: 10, height: 48 }, slate)
    sheet.text("Caisse d'Épargne du Grand-Duché", 60, 58, { size: 18, bold: true })
    sheet.text("Extrait de compte", 550, 58, { size: 13, right: true })
    sheet.lines([nameOf(person), person.street, `L-${person.postal_code} ${person.city}`], 330, 140, { size: 11.5 })
    sheet.grid(
      { x: 40, y: 240, columns: [0, 80, 190, 300, 440], size: 10, step: 16 },
      `
      Extrait | Date | Ancien solde | Nouveau solde | Devise
      10/2026 | 30/10/2026 | 4.102,18 | 3.877,40 | EUR`
    )
    sheet.facts(
      { x: 40, y: 290, gap: 110, size: 10 },
      `
      Compte | LU28 0019 4006 4475 0000
      Titulaire | ${nameOf(person)}`
    )
    sheet.grid(
      { x: 40, y: 350, columns: [0, 80, 430], size: 10, step: 16 },
      `
      Date | Opération | Montant
      05/10/2026 | Domiciliation eau et gaz | -88,40
      12/10/2026 | Paiement par carte | -41,38
      26/10/2026 | Loyer | -1.450,00
      28/10/2026 | Salaire | 1.355,00`
    )
    sheet.text("Établissement public autonome, 1 place de Metz, L-1930 Luxembourg, R.C.S. Luxembourg B 30775", 40, 800, { size: 8 })
  }
}

const gbWater: Layout = {
  name: "GB water, boxed summary and address in small print",
  country: "GB",
  family: "serif",
  issuer: "Calder Valley Water plc",
  dated: "2026-11-06",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 66 }, colour(18, 96, 150))
    sheet.text("Calder Valley Water plc", 40, 44, { size: 22, bold: true, colour: white })
    sheet.lines([nameOf(person), ...person.street.split(", "), person.city.toUpperCase(), person.postal_code], 40, 120, { size: 10 })
    sheet.box({ x: 350, y: 100, width: 206, height: 110 }, mist)
    sheet.table(
      { x: 360, y: 120, width: 186, size: 9, step: 15 },
      `
      Your customer number | 2208 114 77
      Date of this bill | 6 November 2026
      Please pay by | 27 November 2026
      Amount due | £142.18`
    )
    sheet.text("Your water and wastewater charges", 40, 252, { size: 16, bold: true })
    sheet.text(`Property served: ${person.street} ${person.city} ${person.postal_code}`, 40, 274, { size: 8.5 })
    sheet.grid(
      { x: 40, y: 306, columns: [0, 150, 290, 420], size: 10 },
      `
      Meter read | On | Read before | Used
      4412 m3 | 30/10/2026 | 4370 m3 | 42 m3`
    )
    sheet.table(
      { x: 40, y: 370, width: 510 },
      `
      Clean water 42 m3 at 1.6440 | 69.05
      Wastewater 40 m3 at 1.5310 | 61.24
      Standing charges 1 May to 30 October 2026 | 11.89
      Total now due | 142.18`
    )
    sheet.text(
      "Calder Valley Water plc. Registered in England no. 02366777, Moor Lane, Halifax HX1 2RG. www.caldervalleywater.co.uk",
      40,
      804,
      {
        size: 7
      }
    )
  }
}

/** Bills of Denmark, Norway, Finland, Luxembourg and Great Britain. */
export const northernLayouts: ReadonlyArray<Layout> = [dkPower, noBroadband, fiHeating, luBank, gbWater]
