import type { Layout } from "../layout.ts"
import { nameOf, townOf } from "../people.ts"
import { a4, colour, type Sheet } from "../sheet.ts"

const lagoon = colour(0, 128, 138)
const moss = colour(52, 104, 60)
const pearl = colour(240, 241, 244)

const beTransfer = (sheet: Sheet, place: ReadonlyArray<string>): void => {
  sheet.box({ x: 0, y: 560, width: a4.width, height: 282 }, colour(253, 226, 214))
  sheet.text("OVERSCHRIJVINGSOPDRACHT", 42, 584, { size: 11, bold: true })
  sheet.text("Bedrag  EUR 345,98", 554, 584, { size: 11, right: true })
  sheet.lines(["Rekening opdrachtgever (IBAN)", "", "Naam en adres opdrachtgever", ...place], 42, 612, { size: 9, step: 14 })
  sheet.lines(
    [
      "Rekening begunstigde (IBAN)  BE44 0011 4882 0447",
      "BIC begunstigde  SCALBEBB",
      "Scaldis Verzekeringen NV, 2000 Antwerpen",
      "Mededeling  +++114/8820/44718+++"
    ],
    42,
    722,
    {
      size: 9,
      step: 16
    }
  )
}

const beInsurance: Layout = {
  name: "BE insurance, policy beside the window and a transfer form",
  country: "BE",
  family: "sans",
  issuer: "Scaldis Verzekeringen NV",
  dated: "2026-11-03",
  draw: (sheet, person) => {
    const place = [nameOf(person), person.street, townOf(person)]
    sheet.circle(58, 52, 16, lagoon)
    sheet.box({ x: 58, y: 36, width: 16, height: 32 }, lagoon)
    sheet.text("Scaldis Verzekeringen NV", 84, 58, { size: 17, bold: true })
    sheet.lines(["Uw makelaar", "Kantoor De Smet bv", "Grote Markt 8, 9100 Sint-Niklaas", "03 776 11 48, FSMA 114882 A"], 42, 100, {
      size: 8.5,
      step: 12
    })
    sheet.lines(["Mevrouw / De heer", ...place], 320, 128, { size: 10.5, step: 15 })
    sheet.facts(
      { x: 42, y: 168, gap: 80, size: 9, step: 14 },
      `
      Polis | 34.882.204
      Klant | 0044718
      Datum | 3/11/2026`
    )
    sheet.text("Vervaldagbericht woningverzekering", 42, 244, { size: 14, bold: true })
    sheet.lines(
      ["Geachte klant,", "Op 1/12/2026 vervalt de jaarpremie van uw polis. Wij danken u voor de betaling vóór die datum."],
      42,
      268,
      { size: 9.5, step: 15 }
    )
    sheet.frame({ x: 42, y: 304, width: 512, height: 120 })
    sheet.table(
      { x: 52, y: 322, width: 492, size: 9.5, step: 17 },
      `
      Periode | 1/12/2026 tot 30/11/2027
      Gebouw en inhoud | 214,80 EUR
      Diefstal | 48,10 EUR
      Familiale rechtsbijstand | 36,00 EUR
      Taksen en bijdragen 15,75 % | 47,08 EUR
      Te betalen | 345,98 EUR`
    )
    sheet.text(`Verzekerde woning: ${person.street}, ${townOf(person)}`, 42, 444, { size: 9 })
    sheet.text(
      "Scaldis Verzekeringen NV, Italiëlei 14, 2000 Antwerpen, RPR Antwerpen, BTW BE 0404.114.882, toegelaten onder code 0058",
      42,
      470,
      { size: 7 }
    )
    beTransfer(sheet, place)
  }
}

const seRent: Layout = {
  name: "SE rent, window on the right and a giro slip",
  country: "SE",
  family: "sans",
  issuer: "Bostads AB Ekbacken",
  dated: "2026-10-23",
  outcome: "review",
  draw: (sheet, person) => {
    const place = [nameOf(person), person.street, `${person.postal_code} ${person.city.toUpperCase()}`]
    sheet.circle(62, 50, 14, moss)
    sheet.box({ x: 59, y: 60, width: 6, height: 14 }, moss)
    sheet.text("Bostads AB Ekbacken", 86, 60, { size: 17, bold: true })
    sheet.text("Hyresavi", 330, 60, { size: 17, bold: true })
    sheet.table(
      { x: 330, y: 82, width: 222, size: 8.5, step: 13 },
      `
      Avinummer | 1148820447
      Utskriftsdatum | 2026-10-23
      Förfallodag | 2026-10-31`
    )
    sheet.lines(place, 330, 150, { size: 11, step: 15 })
    sheet.lines(
      ["Hyresgästnr 0114-88-204", "Objekt 14-0447, 3 rum och kök", `Adress ${person.street}`, "Avser 2026-11-01 - 2026-11-30"],
      46,
      130,
      { size: 9, step: 14 }
    )
    sheet.box({ x: 46, y: 236, width: 506, height: 18 }, pearl)
    sheet.table(
      { x: 54, y: 249, width: 490, size: 9.5, step: 18 },
      `
      Specifikation | Belopp
      Hyra bostad november 2026 | 8 412,00
      Bilplats 114 | 450,00
      Bredband | 99,00
      Avrundning | 0,00
      Att betala, kronor | 8 961,00`
    )
    sheet.lines(
      [
        "Vid för sen betalning debiteras påminnelseavgift 60 kr och dröjsmålsränta. Betalar du med autogiro dras beloppet på förfallodagen.",
        "Har du frågor om din avi? Ring hyresavdelningen på 0470-11 48 80, vardagar 9 - 15."
      ],
      46,
      384,
      { size: 8.5, step: 13 }
    )
    sheet.text("Bostads AB Ekbacken, Storgatan 14, 352 30 Växjö. Org.nr 556114-8820. Momsreg.nr SE556114882001", 46, 540, { size: 7.5 })
    sheet.rule(46, 560, 506)
    sheet.text("INBETALNING/GIRERING AVI", 46, 580, { size: 10, bold: true })
    sheet.lines(["Betalningsavsändare", ...place], 46, 610, { size: 9, step: 14 })
    sheet.lines(["Till bankgiro 5114-8820", "Betalningsmottagare", "Bostads AB Ekbacken", "Betala senast 2026-10-31"], 330, 610, {
      size: 9,
      step: 14
    })
    sheet.text("#            1148820447 #      8961 00   4 >            51148820#41#", 300, 780, { size: 11, centred: true })
  }
}

/** An insurance notice of Belgium and a demand for rent of Sweden. */
export const homeLayouts: ReadonlyArray<Layout> = [beInsurance, seRent]
