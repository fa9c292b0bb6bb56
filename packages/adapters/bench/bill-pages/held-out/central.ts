import type { Layout } from "../layout.ts"
import { type Household, nameOf, townOf } from "../people.ts"
import { a4, colour, type Sheet, white } from "../sheet.ts"

const river = colour(0, 118, 176)
const meadow = colour(104, 160, 44)
const pebble = colour(235, 237, 240)
const dune = colour(232, 184, 52)
const night = colour(28, 34, 66)

const deReadings = `
  Zähler | Zeitraum | Stand alt | Stand neu | Verbrauch | Netto EUR
  Strom 1 114 882 | 01.10.2025 - 31.12.2025 | 20.418 | 21.004 | 586 kWh | 175,80
  Strom 1 114 882 | 01.01.2026 - 30.09.2026 | 21.004 | 22.611 | 1.607 kWh | 466,03
  Grundpreis Strom | 01.10.2025 - 30.09.2026 |  |  | 365 Tage | 118,80
  Wasser 88-2044 | 01.10.2025 - 30.09.2026 | 447 | 541 | 94 m³ | 192,70
  Abwasser | 01.10.2025 - 30.09.2026 |  |  | 94 m³ | 253,80`

const deFoot = (sheet: Sheet): void => {
  sheet.rule(56, 774, 488)
  sheet.lines(["Energie- und Wasserwerke", "Ilmgrund GmbH", "Am Wasserturm 3", "99425 Ilmgrund"], 56, 786, { size: 6.5, step: 8.5 })
  sheet.lines(["Geschäftsführerin:", "Dipl.-Ing. Silke Brandt", "Aufsichtsratsvorsitzender:", "Bürgermeister Jens Roth"], 180, 786, {
    size: 6.5,
    step: 8.5
  })
  sheet.lines(["Sparkasse Ilmgrund", "IBAN DE12 8205 1000 0114 8820 44", "BIC HELADEF1ILM"], 300, 786, { size: 6.5, step: 8.5 })
  sheet.lines(["Amtsgericht Jena HRB 114882", "USt-IdNr. DE150511488", "Gläubiger-ID DE07ZZZ00000114882"], 430, 786, {
    size: 6.5,
    step: 8.5
  })
}

const deInformation = (sheet: Sheet): void => {
  sheet.lines(["Kundenzentrum", "Telefon 03643 4882-0", "Telefax 03643 4882-99", "service@eww-ilmgrund.de"], 380, 112, {
    size: 8.5,
    step: 12
  })
  sheet.grid(
    { x: 380, y: 168, columns: [0, 80], size: 8.5, step: 13, headless: true },
    `
    Kundennr. | 300 114 88
    Vertragskonto | 2044 7180
    Rechnungsnr. | VR-26-004471
    Datum | 26.10.2026
    Seite | 1 von 4`
  )
}

const deInstalments = (sheet: Sheet): void => {
  sheet.box({ x: 56, y: 562, width: 488, height: 112 }, pebble)
  sheet.text("Ihre neuen Abschläge", 66, 580, { size: 10.5, bold: true, colour: river })
  sheet.text("Ab November zahlen Sie monatlich 128,00 EUR (Strom 84,00 EUR, Wasser und Abwasser 44,00 EUR). Fällig am:", 66, 598, {
    size: 8.5
  })
  sheet.grid(
    { x: 66, y: 616, columns: [0, 78, 156, 234, 312, 390], size: 8.5, step: 14, headless: true },
    `
    16.11.2026 | 15.12.2026 | 15.01.2027 | 15.02.2027 | 15.03.2027 | 15.04.2027
    17.05.2027 | 15.06.2027 | 15.07.2027 | 16.08.2027 | 15.09.2027`
  )
  sheet.text("Die Beträge buchen wir von Ihrem Konto DE44 XXXX XXXX XXXX XX47 18 ab. Mandatsreferenz EWW-2044-7180.", 66, 652, {
    size: 8.5
  })
}

const deAnnual: Layout = {
  name: "DE annual statement of current and water over several periods",
  country: "DE",
  family: "sans",
  issuer: "Energie- und Wasserwerke Ilmgrund GmbH",
  dated: "2026-10-26",
  draw: (sheet, person) => {
    sheet.box({ x: 380, y: 34, width: 42, height: 14 }, river)
    sheet.box({ x: 394, y: 52, width: 42, height: 14 }, meadow)
    sheet.lines(["Energie- und Wasserwerke", "Ilmgrund GmbH"], 444, 46, { size: 8.5, bold: true, step: 14 })
    sheet.rule(0, 297, 12)
    sheet.text("Energie- und Wasserwerke Ilmgrund GmbH · Am Wasserturm 3 · 99425 Ilmgrund", 56, 128, { size: 6 })
    sheet.lines(["Frau/Herrn", nameOf(person), person.street, townOf(person)], 56, 148, { size: 10.5, step: 14 })
    deInformation(sheet)
    sheet.text("Jahresabrechnung 2025/2026", 56, 266, { size: 14, bold: true })
    sheet.text(`Verbrauchsstelle: ${person.street}, ${townOf(person)}, 2. OG links`, 56, 282, { size: 9 })
    sheet.lines(
      [
        "Sehr geehrte Kundin, sehr geehrter Kunde,",
        "vielen Dank für Ihr Vertrauen. Für den Zeitraum vom 01.10.2025 bis 30.09.2026 rechnen wir wie folgt ab:"
      ],
      56,
      308,
      { size: 9, step: 14 }
    )
    sheet.box({ x: 56, y: 334, width: 488, height: 16 }, river)
    sheet.text("Ihr Verbrauch im Überblick", 62, 345, { size: 8.5, bold: true, colour: white })
    sheet.grid({ x: 60, y: 366, columns: [0, 92, 214, 278, 342, 426], size: 8, step: 15 }, deReadings)
    sheet.rule(56, 450, 488)
    sheet.table(
      { x: 260, y: 466, width: 284, size: 9, step: 15 },
      `
      Summe netto | 1.207,13 EUR
      Umsatzsteuer 19 % und 7 % | 158,01 EUR
      Rechnungsbetrag | 1.365,14 EUR
      Bezahlte Abschläge bis 15.09.2026 | -1.419,00 EUR`
    )
    sheet.table({ x: 260, y: 532, width: 284, size: 11, bold: true }, "Ihr Guthaben | 53,86 EUR")
    deInstalments(sheet)
    sheet.lines(
      [
        "Das Guthaben überweisen wir in den nächsten 14 Tagen. Die Ablesung fand am 30.09.2026 durch Sie selbst statt.",
        "Ihr Vertrag läuft bis zum 31.12.2026 und verlängert sich auf unbestimmte Zeit. Schlichtungsstelle Energie e. V., Friedrichstraße 133,",
        "10117 Berlin, Telefon 030 2757240-0. Bundesnetzagentur, Postfach 8001, 53105 Bonn. Stand der Preise: 01.01.2026."
      ],
      56,
      692,
      { size: 7.5, step: 12 }
    )
    deFoot(sheet)
  }
}

const nlCosts = (sheet: Sheet): void => {
  sheet.grid(
    { x: 48, y: 396, columns: [0, 190, 300, 420], size: 9, step: 16 },
    `
    Wat | Verbruik | Vorig jaar | Kosten
    Stroom normaal | 1.204 kWh | 1.311 kWh | € 318,44
    Stroom dal | 988 kWh | 1.020 kWh | € 241,07
    Gas | 814 m³ | 902 m³ | € 1.042,90
    Vaste leveringskosten | 365 dagen |  | € 143,52
    Netbeheerkosten | 365 dagen |  | € 612,08
    Vermindering energiebelasting |  |  | € -628,96`
  )
  sheet.rule(48, 502, 500)
  sheet.table(
    { x: 300, y: 520, width: 248, size: 9.5, step: 16 },
    `
    Totaal inclusief btw | € 1.729,05
    Al in rekening gebracht | € 1.788,00
    Dit krijgt u terug | € 58,95`
  )
}

const nlSide = (sheet: Sheet): void => {
  sheet.box({ x: 470, y: 0, width: 126, height: 104 }, dune)
  sheet.circle(532, 60, 26, night)
  sheet.circle(544, 54, 20, dune)
  sheet.lines(
    [
      "Duinlicht Energie",
      "Postbus 1148",
      "2200 AD Noordwijk",
      "duinlicht.nl/contact",
      "T 0900 8820 (lokaal tarief)",
      "KvK 28 114 882",
      "IBAN NL02 ABNA 0114 8820 44"
    ],
    418,
    130,
    { size: 8, step: 12 }
  )
}

const nlSupply = (sheet: Sheet, { city, postal_code, street }: Household): void => {
  sheet.box({ x: 48, y: 300, width: 500, height: 68 }, pebble)
  sheet.grid(
    { x: 58, y: 318, columns: [0, 190, 330], size: 8.5, step: 14 },
    `
    Leveringsadres | Periode | EAN-codes
    ${street} | 13-10-2025 t/m 12-10-2026 | 8716 8710 0011 4882 04 (stroom)
    ${postal_code} ${city} | 365 dagen | 8716 9010 0044 7188 20 (gas)`
  )
}

const nlAnnual: Layout = {
  name: "NL energy, annual statement with the supply address in a grey table",
  country: "NL",
  family: "sans",
  issuer: "Duinlicht Energie",
  dated: "2026-10-28",
  draw: (sheet, person) => {
    sheet.text("Duinlicht", 48, 60, { size: 28, bold: true, colour: night })
    sheet.text("energie", 182, 60, { size: 28, colour: dune })
    nlSide(sheet)
    sheet.text("> Retouradres Postbus 1148, 2200 AD Noordwijk", 48, 128, { size: 6.5 })
    sheet.lines([`Dhr./mevr. ${nameOf(person)}`, person.street, `${person.postal_code}  ${person.city.toUpperCase()}`], 48, 148, {
      size: 10.5,
      step: 14
    })
    sheet.text("Uw jaarnota", 48, 240, { size: 20, bold: true, colour: night })
    sheet.grid(
      { x: 48, y: 262, columns: [0, 120, 240, 370], size: 8.5, step: 13 },
      `
      Klantnummer | Notanummer | Datum nota | Uw contract loopt tot
      4471 8820 | 2026 0114 8820 | 28 oktober 2026 | 12 oktober 2027`
    )
    nlSupply(sheet, person)
    nlCosts(sheet)
    sheet.box({ x: 48, y: 586, width: 240, height: 108 }, night)
    sheet.lines(
      ["Nieuw termijnbedrag", "€ 144,00 per maand", "Eerste keer op 25 november 2026", "Aanpassen? Dat kan in de app."],
      60,
      608,
      { size: 11, colour: white, step: 22 }
    )
    sheet.text("Gas per maand", 310, 596, { size: 8.5, bold: true })
    sheet.columns({ x: 310, y: 604, width: 236, height: 80 }, [0.5, 0.78, 0.96, 1, 0.9, 0.7, 0.44, 0.2, 0.12, 0.1, 0.12, 0.24], dune)
    sheet.lines(
      [
        "Wij storten € 58,95 uiterlijk 11 november 2026 op uw rekening die eindigt op 718. De meterstanden zijn op 12 oktober 2026 op afstand",
        "uitgelezen. Klopt er iets niet? Laat het ons binnen twee maanden weten. Geschillencommissie Energie, Postbus 90600, 2509 LP Den Haag.",
        "Duinlicht Energie is een handelsnaam van Duinlicht Levering B.V., Huis ter Duinstraat 14, 2202 AD Noordwijk. Btw NL8114 88 204 B01."
      ],
      48,
      726,
      { size: 7.5, step: 12 }
    )
    sheet.box({ x: 0, y: 812, width: a4.width, height: 30 }, dune)
  }
}

/** Annual statements of Germany and the Netherlands. */
export const centralLayouts: ReadonlyArray<Layout> = [deAnnual, nlAnnual]
