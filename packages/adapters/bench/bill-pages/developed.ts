import type { Layout } from "./layout.ts"
import { nameOf } from "./people.ts"
import { a4, colour, white } from "./sheet.ts"

const navy = colour(22, 44, 84)
const forest = colour(18, 92, 60)
const plum = colour(104, 38, 120)
const amber = colour(226, 112, 18)
const pale = colour(233, 238, 244)

const gbPanel: Layout = {
  name: "GB electricity, dark panel on the left",
  country: "GB",
  family: "sans",
  issuer: "Severnside Energy",
  dated: "2026-11-05",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: 168, height: a4.height }, navy)
    sheet.text("Severnside", 22, 62, { size: 22, bold: true, colour: white })
    sheet.text("Energy", 22, 88, { size: 22, bold: true, colour: white })
    sheet.lines(["Questions?", "Call 0800 555 0178", "www.severnside-energy.co.uk", "Your customer number", "77 4102 9938"], 22, 160, {
      colour: white
    })
    sheet.lines(["You owe", "84.60 GBP", "Pay by 23 November 2026"], 22, 300, { colour: white, size: 12, bold: true })
    sheet.lines([`Ms ${nameOf(person)}`, ...person.street.split(", "), person.city, person.postal_code], 210, 130, { size: 11 })
    sheet.text("Your electricity bill", 210, 250, { size: 18, bold: true })
    sheet.facts(
      [
        ["Bill date", "5 November 2026"],
        ["Billing period", "1 October 2026 to 31 October 2026"],
        ["Tariff", "Fixed Saver 14"]
      ],
      210,
      284,
      110
    )
    sheet.table(
      [
        ["Standing charge 31 days", "17.05"],
        ["Electricity used 268 kWh", "63.52"],
        ["VAT at 5 percent", "4.03"],
        ["Total for this bill", "84.60"]
      ],
      210,
      370,
      330
    )
    sheet.lines(
      [
        "Severnside Energy Ltd is registered in England and Wales, company number 08812345.",
        "Registered office: 12 Dock Street, Cardiff CF10 5BW."
      ],
      210,
      780,
      { size: 7 }
    )
  }
}

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
    sheet.lines([nameOf(person), person.street, `${person.postal_code} ${person.city}`], 56, 150, { size: 11 })
    sheet.text(`${person.city}, 3. November 2026`, 539, 236, { right: true })
    sheet.text("Kontoauszug 11/2026", 56, 272, { size: 15, bold: true })
    sheet.facts(
      [
        ["IBAN", "DE44 1605 0000 0123 4567 89"],
        ["Kontostand alt", "1.204,15 EUR"]
      ],
      56,
      298,
      110
    )
    sheet.table(
      [
        ["05.10. Lastschrift Wasserwerke", "-38,60"],
        ["15.10. Gehalt", "2.910,00"],
        ["28.10. Kartenzahlung", "-54,20"],
        ["Kontostand neu", "4.021,35"]
      ],
      56,
      350,
      480
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
    sheet.lines([`Mme ${nameOf(person)}`, person.street, `${person.postal_code} ${person.city}`], 330, 165, { size: 11 })
    sheet.text("Facture d'électricité", 30, 262, { size: 17, bold: true })
    sheet.facts(
      [
        ["Facture du", "4 novembre 2026"],
        ["N° de facture", "10 228 441 903"],
        ["Période", "du 01/10/2026 au 31/10/2026"],
        ["À payer avant le", "25 novembre 2026"]
      ],
      30,
      294,
      120
    )
    sheet.box({ x: 30, y: 372, width: 535, height: 20 }, pale)
    sheet.table(
      [
        ["Abonnement", "12,44 €"],
        ["Consommation 212 kWh", "48,10 €"],
        ["Taxes et contributions", "11,02 €"],
        ["Total TTC", "71,56 €"]
      ],
      34,
      386,
      520
    )
    sheet.text("Lumière du Rhône SA au capital de 2 400 000 euros, RCS Lyon 442 118 905", 30, 800, { size: 7 })
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
      [
        ["Titular", nameOf(person)],
        ["Dirección de suministro", `${person.street} ${person.postal_code} ${person.city}`],
        ["Fecha de emisión", "06/11/2026"],
        ["Número de contrato", "5501 882 14"],
        ["Periodo de facturación", "01/09/2026 - 31/10/2026"],
        ["Fecha de cargo", "20/11/2026"]
      ],
      40,
      140,
      140,
      { step: 19 }
    )
    sheet.table(
      [
        ["Cuota de servicio", "9,12 EUR"],
        ["Consumo 14 m3", "21,40 EUR"],
        ["Alcantarillado", "6,75 EUR"],
        ["IVA 10 por ciento", "3,73 EUR"],
        ["Total factura", "41,00 EUR"]
      ],
      40,
      300,
      500
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
    sheet.lines([nameOf(person), person.street, `${person.postal_code} ${person.city}`], 40, 150, { size: 12 })
    sheet.text("Bolletta del gas", 40, 240, { size: 18, bold: true })
    sheet.facts(
      [
        ["Data di emissione", "2 novembre 2026"],
        ["Numero fattura", "2026/88120"],
        ["Periodo", "01/09/2026 - 31/10/2026"]
      ],
      40,
      270,
      120,
      { size: 11 }
    )
    sheet.table(
      [
        ["Spesa per la materia gas", "31,10"],
        ["Spesa per il trasporto", "14,05"],
        ["Imposte e IVA", "13,05"],
        ["Totale bolletta", "58,20"]
      ],
      40,
      350,
      350,
      { size: 11 }
    )
    sheet.text("Partita IVA 01234567890, Registro Imprese di Torino, capitale sociale 500.000 euro", 40, 800, { size: 7 })
  }
}

const usBank: Layout = {
  name: "US bank statement, black band",
  country: "US",
  family: "serif",
  issuer: "First Cascade Bank",
  dated: "2026-10-31",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 60 }, colour(12, 12, 14))
    sheet.text("First Cascade Bank", 40, 40, { size: 22, bold: true, colour: white })
    sheet.text("Member FDIC", 555, 40, { colour: white, right: true })
    sheet.lines(
      [nameOf(person).toUpperCase(), person.street.toUpperCase(), `${person.city.toUpperCase()} ${person.postal_code}`],
      60,
      130,
      { size: 11 }
    )
    sheet.text("Account Statement", 360, 130, { size: 16, bold: true })
    sheet.facts(
      [
        ["Statement date", "October 31, 2026"],
        ["Period", "Oct 1 - Oct 31, 2026"],
        ["Account number", "xxxx xxxx 4471"]
      ],
      360,
      156,
      90
    )
    sheet.table(
      [
        ["10/03 Opening balance", "$1,820.44"],
        ["10/09 Payroll deposit", "$2,410.00"],
        ["10/17 Check 1182", "-$640.00"],
        ["10/31 Ending balance", "$3,590.44"]
      ],
      60,
      280,
      480,
      { size: 11 }
    )
    sheet.text("First Cascade Bank, P.O. Box 2201, Portland, OR 97208. 1-800-555-0112", 60, 790, { size: 8 })
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
      [
        ["Factuurdatum", "2 november 2026"],
        ["Factuurnummer", "F2026-110482"],
        ["Klantnummer", "8821 0044"],
        ["Vervaldatum", "16 november 2026"]
      ],
      330,
      170,
      100
    )
    sheet.text("Uw energierekening voor oktober 2026", 50, 300, { size: 15, bold: true })
    sheet.table(
      [
        ["Elektriciteit 190 kWh", "€ 61,20"],
        ["Gas 44 m3", "€ 58,30"],
        ["Netbeheer", "€ 31,05"],
        ["Totaal inclusief btw", "€ 150,55"]
      ],
      50,
      330,
      490
    )
    sheet.text("Polderstroom B.V., KvK 30112233, btw-nr NL001234567B01", 50, 800, { size: 7 })
  }
}

const gbCouncil: Layout = {
  name: "GB council tax, two columns",
  country: "GB",
  family: "sans",
  issuer: "Wyreham Borough Council",
  dated: "2026-10-28",
  draw: (sheet, person) => {
    sheet.text("Wyreham Borough Council", 50, 60, { size: 18, bold: true })
    sheet.lines(["Revenues Service, Town Hall", "Wyreham WY1 2AB", "01632 960 440"], 400, 52, { size: 9 })
    sheet.lines([nameOf(person), ...person.street.split(", "), person.city, person.postal_code], 50, 140, { size: 11 })
    sheet.facts(
      [
        ["Date of issue", "28 October 2026"],
        ["Account reference", "440 118 27"],
        ["Property band", "D"]
      ],
      350,
      140,
      100
    )
    sheet.text("Council tax bill 2026/27", 50, 260, { size: 15, bold: true })
    sheet.table(
      [
        ["Wyreham Borough Council", "212.40"],
        ["County Council", "1,140.10"],
        ["Police and Crime Commissioner", "188.00"],
        ["Total for the year", "1,540.50"]
      ],
      50,
      290,
      490
    )
    sheet.lines(["You can pay by direct debit on the 1st or 15th of each month."], 50, 400)
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
    sheet.lines([`Herrn/Frau ${nameOf(person)}`, person.street, `${person.postal_code} ${person.city}`], 90, 140, { size: 11 })
    sheet.text("Wien, am 4.11.2026", 545, 226, { right: true })
    sheet.text("Rechnung Internet und Festnetz", 90, 262, { size: 15, bold: true })
    sheet.facts(
      [
        ["Rechnungsnummer", "R-2026-553201"],
        ["Kundennummer", "90 117 442"],
        ["Zeitraum", "01.10.2026 - 31.10.2026"],
        ["Fällig am", "18.11.2026"]
      ],
      90,
      290,
      120
    )
    sheet.table(
      [
        ["Internet 250 monatlich", "34,90"],
        ["Festnetz", "4,90"],
        ["Umsatzsteuer 20 %", "7,96"],
        ["Gesamtbetrag EUR", "47,76"]
      ],
      90,
      380,
      455
    )
    sheet.lines(["Alpennetz Telekom GmbH, FN 412233k, Handelsgericht Wien, ATU66112233", "Service 0800 700 711"], 90, 790, {
      size: 9,
      colour: white
    })
  }
}

const ieMobile: Layout = {
  name: "IE mobile, purple head, one line without commas",
  country: "IE",
  family: "sans",
  issuer: "Claddagh Mobile Ltd",
  dated: "2026-11-01",
  outcome: "review",
  draw: (sheet, person) => {
    sheet.box({ x: 0, y: 0, width: a4.width, height: 110 }, plum)
    sheet.text("Claddagh Mobile Ltd", 40, 66, { size: 28, bold: true, colour: white })
    sheet.text("Mobile phone bill", 555, 66, { size: 13, colour: white, right: true })
    sheet.facts(
      [
        ["Account holder", `Mx ${nameOf(person)}`],
        ["Address", `${person.street} ${person.city} ${person.postal_code}`],
        ["Bill date", "01/11/2026"],
        ["Account number", "IE-77120-4"],
        ["Bill period", "01/10/2026 to 31/10/2026"]
      ],
      40,
      160,
      120,
      { size: 11, step: 20 }
    )
    sheet.table(
      [
        ["Monthly plan", "€25.00"],
        ["Roaming", "€3.20"],
        ["VAT 23 percent", "€6.49"],
        ["Total due 15/11/2026", "€34.69"]
      ],
      40,
      300,
      510,
      { size: 11 }
    )
    sheet.text("Claddagh Mobile Ltd, registered number 512233, 8 Quay Street, Galway", 40, 800, { size: 7 })
  }
}

/** The layouts that the rules and the reader were developed on. */
export const developedLayouts: ReadonlyArray<Layout> = [
  gbPanel,
  deBank,
  frPower,
  esWater,
  itGas,
  usBank,
  nlEnergy,
  gbCouncil,
  atInternet,
  ieMobile
]
