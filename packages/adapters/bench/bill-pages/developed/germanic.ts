import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { a4, colour, white } from "../sheet.ts"

const plum = colour(104, 38, 120)
const amber = colour(226, 112, 18)
const maroon = colour(122, 16, 40)

const deBank: Layout = {
  name: "DE bank statement, band with white name",
  country: "DE",
  family: "sans",
  issuer: "Sparkasse Havelland",
  dated: "2026-11-03",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 76 }, colour(196, 18, 32))
    sheet.text("Sparkasse Havelland", 56, 48, { size: 24, bold: true, colour: white })
    sheet.text("Sparkasse Havelland, Postfach 1140, 14770 Brandenburg", 56, 128, { size: 7 })
    sheet.lines([nameOf(person), person.street, townOf(person)], 56, 150, { size: 11 })
    sheet.text(`${person.city}, 3. November 2026`, 539, 236, { right: true })
    sheet.text("Kontoauszug 11/2026", 56, 272, { size: 15, bold: true })
    sheet.facts(
      { x: 56, y: 298, gap: 110 },
      `
      IBAN | DE44 1605 0000 0123 4567 89
      Kontostand alt | 1.204,15 EUR`
    )
    sheet.table(
      { x: 56, y: 350, width: 480 },
      `
      05.10. Lastschrift Wasserwerke | -38,60
      15.10. Gehalt | 2.910,00
      28.10. Kartenzahlung | -54,20
      Kontostand neu | 4.021,35`
    )
    sheet.lines(
      [
        "Bitte prüfen Sie diesen Auszug. Einwendungen sind innerhalb von sechs Wochen zu erheben.",
        "Anstalt des öffentlichen Rechts, HRA 2190 Amtsgericht Potsdam"
      ],
      56,
      760,
      { size: 8 }
    )
  }
}

const dePower: Layout = {
  name: "DE electricity, dark panel, labelled one-line address",
  country: "DE",
  family: "sans",
  issuer: "Stadtwerke Nordmark GmbH",
  dated: "2026-11-10",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: 178, height: 600 }, colour(48, 54, 62))
    sheet.lines(["Stadtwerke", "Nordmark GmbH"], 20, 56, { size: 19, bold: true, colour: white })
    sheet.lines(["Kundenservice", "0800 112 4400", "www.sw-nordmark.de", "Mo - Fr 8 - 18 Uhr"], 20, 150, { size: 10, colour: white })
    sheet.text("Stromrechnung", 210, 60, { size: 20, bold: true })
    sheet.facts(
      { x: 210, y: 110, gap: 125, step: 19 },
      `
      Rechnungsdatum | 10.11.2026
      Rechnungsnummer | 26-110-4421
      Kunde | ${nameOf(person)}
      Lieferstelle | ${person.street} ${townOf(person)}
      Abrechnungszeitraum | 01.10.2026 bis 31.10.2026`
    )
    sheet.table(
      { x: 210, y: 240, width: 340 },
      `
      Arbeitspreis 240 kWh | 74,40 EUR
      Grundpreis | 11,90 EUR
      Umsatzsteuer 19 % | 16,40 EUR
      Rechnungsbetrag | 102,70 EUR`
    )
    sheet.lines(["Geschäftsführer: Dr. Paul Sievers. HRB 4412 Amtsgericht Flensburg.", "USt-IdNr. DE112233445"], 210, 790, { size: 8 })
  }
}

const atInternet: Layout = {
  name: "AT internet, dark stripe and dark foot",
  country: "AT",
  family: "sans",
  issuer: "Alpennetz Telekom GmbH",
  dated: "2026-11-04",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: 60, height: a4.height }, plum)
    sheet.box({ x: 60, y: 752, width: a4.width - 60, height: 90 }, plum)
    sheet.text("Alpennetz Telekom GmbH", 90, 60, { size: 19, bold: true, colour: plum })
    sheet.lines([`Herrn/Frau ${nameOf(person)}`, person.street, townOf(person)], 90, 140, { size: 11 })
    sheet.text("Wien, am 4.11.2026", 545, 226, { right: true })
    sheet.text("Rechnung Internet und Festnetz", 90, 262, { size: 15, bold: true })
    sheet.facts(
      { x: 90, y: 290, gap: 120 },
      `
      Rechnungsnummer | R-2026-553201
      Kundennummer | 90 117 442
      Zeitraum | 01.10.2026 - 31.10.2026
      Fällig am | 18.11.2026`
    )
    sheet.table(
      { x: 90, y: 380, width: 455 },
      `
      Internet 250 monatlich | 34,90
      Festnetz | 4,90
      Umsatzsteuer 20 % | 7,96
      Gesamtbetrag EUR | 47,76`
    )
    sheet.lines(["Alpennetz Telekom GmbH, FN 412233k, Handelsgericht Wien, ATU66112233", "Service 0800 700 711"], 90, 790, {
      size: 9,
      colour: white
    })
  }
}

const chInsurance: Layout = {
  name: "CH insurance, red foot and place before the date",
  country: "CH",
  family: "sans",
  issuer: "Helveta Versicherungen AG",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    sheet.box({ x: 40, y: 30, width: 250, height: 54 }, maroon)
    sheet.text("Helveta Versicherungen AG", 52, 64, { size: 16, bold: true, colour: white })
    sheet.lines(["Frau / Herr", nameOf(person), person.street, townOf(person)], 340, 150, { size: 11 })
    sheet.text(`${person.city}, 5. November 2026`, 340, 240)
    sheet.text("Prämienrechnung Hausratversicherung", 40, 290, { size: 15, bold: true })
    sheet.facts(
      { x: 40, y: 316, gap: 140 },
      `
      Policen-Nr. | 14.552.201
      Versicherungsnehmer | ${nameOf(person)}
      Zahlbar bis | 30. November 2026`
    )
    sheet.table(
      { x: 40, y: 390, width: 510 },
      `
      Hausrat | CHF 184.00
      Privathaftpflicht | CHF 96.00
      Eidg. Stempelabgabe | CHF 14.00
      Total | CHF 294.00`
    )
    sheet.box({ x: 0, y: 770, width: a4.width, height: 72 }, maroon)
    sheet.text("Helveta Versicherungen AG, Telefon 0800 44 55 66, CHE-112.233.445", 40, 808, { size: 10, colour: white })
  }
}

const nlEnergy: Layout = {
  name: "NL energy, orange band with white name",
  country: "NL",
  family: "sans",
  issuer: "Polderstroom B.V.",
  dated: "2026-11-02",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 92 }, amber)
    sheet.text("Polderstroom B.V.", 50, 58, { size: 26, bold: true, colour: white })
    sheet.lines([`Mevrouw ${nameOf(person)}`, person.street, `${person.postal_code} ${person.city.toUpperCase()}`], 50, 170, { size: 11 })
    sheet.facts(
      { x: 330, y: 170, gap: 100 },
      `
      Factuurdatum | 2 november 2026
      Factuurnummer | F2026-110482
      Klantnummer | 8821 0044
      Vervaldatum | 16 november 2026`
    )
    sheet.text("Uw energierekening voor oktober 2026", 50, 300, { size: 15, bold: true })
    sheet.table(
      { x: 50, y: 330, width: 490 },
      `
      Elektriciteit 190 kWh | € 61,20
      Gas 44 m3 | € 58,30
      Netbeheer | € 31,05
      Totaal inclusief btw | € 150,55`
    )
    sheet.text("Polderstroom B.V., KvK 30112233, btw-nr NL001234567B01", 50, 800, { size: 7 })
  }
}

const beWater: Layout = {
  name: "BE water, brown head and boxed facts",
  country: "BE",
  family: "serif",
  issuer: "Watergroep Scheldeland NV",
  dated: "2026-11-07",
  draw: (sheet, person) => {
    sheet.box({ x: 30, y: 26, width: a4.width - 60, height: 60 }, colour(110, 62, 20))
    sheet.text("Watergroep Scheldeland NV", 46, 62, { size: 20, bold: true, colour: white })
    sheet.lines([`De heer ${nameOf(person)}`, person.street, townOf(person)], 320, 140, { size: 12 })
    sheet.box({ x: 30, y: 130, width: 240, height: 86 }, colour(240, 230, 216))
    sheet.facts(
      { x: 40, y: 150, gap: 100 },
      `
      Factuurdatum | 07-11-2026
      Factuurnummer | W-221.884
      Klantnummer | 55.210.4
      Vervaldatum | 28-11-2026`
    )
    sheet.text("Waterfactuur", 30, 270, { size: 18, bold: true })
    sheet.table(
      { x: 30, y: 300, width: 530, size: 11 },
      `
      Drinkwater 22 m3 | 44,10 EUR
      Sanering | 31,80 EUR
      Vaste vergoeding | 15,00 EUR
      Te betalen | 90,90 EUR`
    )
    sheet.text("Watergroep Scheldeland NV, Havenlaan 4, 2030 Antwerpen, BTW BE 0412.233.445", 30, 800, { size: 8 })
  }
}

const sePower: Layout = {
  name: "SE electricity, green panel on the left",
  country: "SE",
  family: "sans",
  issuer: "Mälarkraft AB",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: 150, height: a4.height }, colour(14, 68, 44))
    sheet.lines(["Mälarkraft", "AB"], 18, 60, { size: 21, bold: true, colour: white })
    sheet.lines(["Kundservice", "0771-55 01 20", "www.malarkraft.se", "Org.nr 556012-3456"], 18, 560, { colour: white, size: 9 })
    sheet.lines([nameOf(person), person.street, `${person.postal_code} ${person.city.toUpperCase()}`], 330, 120, { size: 11 })
    sheet.text("Elräkning", 180, 220, { size: 20, bold: true })
    sheet.facts(
      { x: 180, y: 250, gap: 110 },
      `
      Fakturadatum | 2026-11-05
      Fakturanummer | 88210447
      Kundnummer | 4410 228
      Förfallodag | 2026-11-30`
    )
    sheet.table(
      { x: 180, y: 350, width: 370 },
      `
      Elöverföring oktober | 312,00
      Fast avgift | 89,00
      Moms 25 % | 100,25
      Att betala kronor | 501,25`
    )
  }
}

/** Bills in German, Dutch and Swedish. */
export const germanicLayouts: ReadonlyArray<Layout> = [deBank, dePower, atInternet, chInsurance, nlEnergy, beWater, sePower]
