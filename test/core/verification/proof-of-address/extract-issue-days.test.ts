import { describe, expect, test } from "bun:test"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { printedPage } from "../../../support/printed-page.ts"

const issued = (drawing: string, country: string) =>
  extractProofOfAddress(
    { lines: printedPage(drawing), page_count: 1, source: "text_layer" },
    { declared_type: "utility_bill", declared_country: country, today: "2026-11-23" }
  ).issue_date

/** Beside its value, in a cell of its own, and above its value. */
const ways = (label: string, day: string): ReadonlyArray<string> => [
  `     ${label}: ${day}`,
  `     ${label} ${day}`,
  `     Ab 1          ${label}          ${day}`,
  `     ${label}\n     ${day}`
]

const dayOf: Readonly<Record<string, string>> = {
  GB: "9 November 2026",
  FR: "09/11/2026",
  NL: "09-11-2026",
  SE: "2026-11-09",
  FI: "9.11.2026"
}
const printedDay = (country: string) => dayOf[country] ?? (["ES", "IT", "PT"].includes(country) ? "09/11/2026" : "09.11.2026")

describe("words for the day of issue", () => {
  const labels: Readonly<Record<string, string>> = {
    GB: "Issue date|Statement date|Closing date|Date prepared|Date mailed|This bill was issued on|Tax invoice date|Issuance date",
    DE: "Rechnungsdatum|Datum der Abrechnung|Verfügungsdatum|Rechnung vom|Ausgefertigt am|Datum des Auszugs",
    FR: "Date de facture|Date d'établissement|Décompte du|Date d'envoi|Date de l'extrait|Générée le",
    ES: "Fecha de emisión|Fecha de expedición|Fecha factura|F. emisión|Fecha de elaboración|Generado el|Fecha del comprobante",
    IT: "Data fattura|Data emissione|Bolletta n. 5520914 del|Fattura n. 2026/88 del|Data di elaborazione|Data dell'avviso",
    NL: "Datum nota|Factuurdatum|Datum van uitgifte|Datum afrekening|Opgesteld op|Printdatum",
    PT: "Data de emissão|Emissão|Data de faturação|Data de fecho|Data do recibo|Impresso em",
    DK: "Udskrevet|Udstedt den|Udsendelsesdato|Opgørelsesdato|Regningsdato",
    SE: "Utskriftsdatum|Fakturadatum|Utskriven|Avidatum|Beslutsdatum|Utställd",
    NO: "Utskriftsdato|Utskrevet|Fakturadato|Fakturert dato|Vedtaksdato",
    FI: "Laskun päiväys|Tulostettu|Laskupvm|Antopäivä|Laadittu"
  }
  for (const [country, words] of Object.entries(labels)) {
    test(`of ${country} outweigh a day without a label`, () => {
      for (const label of words.split("|")) {
        const read = ways(label, printedDay(country)).map((lines) => issued(`\n\n     2 November 2026\n\n\n${lines}`, country))
        expect({ label, read }).toEqual({ label, read: ["2026-11-09", "2026-11-09", "2026-11-09", "2026-11-09"] })
      }
    })
  }
})

describe("words for another day", () => {
  const labels: Readonly<Record<string, string>> = {
    GB: "Date read|Payable on|Renewal date|Last invoice date|Date of last statement|Disconnection after|Next instalment|Your last bill was issued on",
    DE: "Letzte Rechnung vom|Rechnungsdatum der letzten Rechnung|Ablesetag|Zahlungstermin|Preisstand|Zählerstand am|Mahnung vom",
    FR: "Dernière facture du|Date de la relève|Date de la prochaine facture|Exigible le|Prélevée le|Date de souscription",
    ES: "Corte en trámite a partir del|Fecha de emisión anterior|Vto.|Inicio de actividades|Fecha de suspensión|Pague antes de",
    IT: "Fattura precedente del|Data ultima fattura|Scade il|Lettura rilevata il|Rata unica entro il|Attivo dal",
    NL: "Vorige nota|Datum opname|Datum volgende factuur|Afschrijving op|Uw betaling van|Eerste termijn",
    PT: "Fatura anterior de|Data da última fatura|Sujeito a corte a partir de|Pagável até|A debitar em|Início do contrato",
    DK: "Forrige faktura|Aflæst den|Sidste rettidige betalingsdag|Betalt den|Fakturadato forrige faktura|Trækkes den",
    SE: "Föregående faktura|Avläst|Betalas senast|Inflyttningsdatum|Förfallodatum nästa faktura|Avtalsstart",
    NO: "Forrige faktura|Avlest|Betales innen|Innflyttingsdato|Siste betaling|Forfaller",
    FI: "Edellisen laskun päivä|Luettu|Maksettava viimeistään|Sopimus alkaen|Arvopäivä|Muuttopäivä"
  }
  for (const [country, words] of Object.entries(labels)) {
    test(`of ${country} are never taken for it`, () => {
      for (const label of words.split("|")) {
        const read = ways(label, printedDay(country)).map((lines) => issued(lines, country))
        expect({ label, read }).toEqual({ label, read: [null, null, null, null] })
      }
    })
  }

  test("are so where the word before a date is not known at all", () => {
    expect(issued("     Zwibbel am 09.11.2026", "DE")).toBeNull()
    expect(issued("     Zwibbeldatum: 09.11.2026", "DE")).toBeNull()
    expect(issued("     Datum zwibbel 09-11-2026", "NL")).toBeNull()
  })

  test("are so for a value among fields and below heads of which others are known", () => {
    expect(issued("     Vencimiento          26/11/2026\n     Zumbido del reparto          09/11/2026", "ES")).toBeNull()
    expect(issued("     Due date          Zwibbel mark\n     27 November 2026          9 November 2026", "GB")).toBeNull()
  })
})

describe("a letter about a balance", () => {
  test("has its own day, which stands without a label below the recipient", () => {
    const page = `     Catriona Baird
     7 Ferry Row
     Oban PA34 4AB

     6 November 2026

     Your home loan statement
     Balance on 31/10/2026          £81,204.10`
    expect(issued(page, "GB")).toBe("2026-11-06")
  })

  test("has its own day where a sentence names the state of an account", () => {
    const page = `     Gemeindeamt Haslach                    Datum   05.11.2026
     Vorschreibung der Gebühren
     Berechnet nach dem Stand vom 22.10.2026`
    expect(issued(page, "AT")).toBe("2026-11-05")
  })

  test("is dated by the balance where nothing else is printed", () => {
    expect(issued("     Kontostand am 31.10.2026          1.204,10 EUR", "DE")).toBe("2026-10-31")
    expect(issued("     Saldo al 31/10/2026          1.204,10 EUR", "IT")).toBe("2026-10-31")
  })
})

test("what is spelled as one label is not another one misread", () => {
  const scanned = (drawing: string) =>
    extractProofOfAddress(
      { lines: printedPage(drawing), page_count: 1, source: "ocr" },
      { declared_type: "utility_bill", declared_country: "FR", today: "2026-11-23" }
    ).issue_date
  expect(scanned("     Date de relève : 09/11/2026")).toBeNull()
  expect(scanned("     Date du relevé : 09/11/2026")).toBe("2026-11-09")
})

test("a place or a weekday before a day is no label", () => {
  expect(issued("     Sion le 9 novembre 2026", "CH")).toBe("2026-11-09")
  expect(issued("     Odense, den 9. november 2026", "DK")).toBe("2026-11-09")
  expect(issued("     Monday 9 November 2026", "GB")).toBe("2026-11-09")
})

/** A page and the day on which it was issued, or "none" where it tells no such day. */
const heads = `
BG | Изх. № МДТ-44182 / 09.11.2026 г. | 2026-11-09
RU | Исх. № 44-182 от 09.11.2026 г. | 2026-11-09
RS | Datum: 09.11.2026. godine; I rata do 14.02.2026.          1.692,20; II rata do 15.05.2026.         1.692,20 | 2026-11-09
RS | II rata do 15.05.2026.; III rata do 14.08.2026. | none
FR | Alexandrie, le 30 septembre 2026; La prime de votre contrat vient à échéance; le 1er novembre 2026. Veuillez trouver ci-après le détail; Période de garantie : 01/11/2026 - 31/10/2027 | 2026-09-30
FR | La prime de votre contrat vient à échéance; le 1er novembre 2026. Veuillez trouver ci-après le détail | none
CR | 29 de setiembre de 2026; Tributo          Periodo         Vencimiento; Inmuebles        II trim. 2026   30/06/2026; Residuos         III trim. 2026  30/09/2026 | 2026-09-29
CR | San José, 29 de setiembre de 2026 | 2026-09-29
RS | Beograd, 31.8.2026. | 2026-08-31`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

describe("the day at the head of a letter, and not that of a rate or of a sentence", () => {
  test.each(heads)("%s: %s", (country, lines = "", day = "") => {
    expect(issued(`\n\n   ${lines.replaceAll("; ", "\n   ")}`, country) ?? "none").toBe(day)
  })
})
