import { describe, expect, test } from "bun:test"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { printedPage } from "../../../support/printed-page.ts"

const read = (drawing: string, declared_country: string | null) =>
  extractProofOfAddress(
    { lines: printedPage(drawing), page_count: 1, source: "text_layer" },
    { declared_type: null, declared_country, today: "2026-11-23" }
  )

/** A country and what is printed of it, line by line. */
const printed = `
AE | TRN: 100447122000003; Total due AED 374.50
AL | Fatura e energjisë elektrike; NIPT K12345678L; Tiranë
BA | Račun za električnu energiju; JIB 4200000000001; Ukupno 44,10 KM; Sarajevo
BG | Фактура за електроенергия; ЕИК 175000000; Общо 44,10 лв.; София
BY | Рахунак за электраэнергію; УНП 190000000; Мінск
CY | Λογαριασμός ρεύματος; ΑΗΚ; Λευκωσία
CZ | Vyúčtování plynu; IČO 27704471, DIČ CZ27704471; Nedoplatek 863,00 Kč
DO | RNC 101-44712-2; NCF: E310004471220; Total a pagar RD$ 2,889.85
DZ | Facture d'électricité et de gaz; Sonelgaz; Montant 1 440,00 DA; Alger
EC | Planilla de luz; RUC 1790000000001; CNEL; Guayaquil
EE | Elektriarve; Reg. nr 10447122, KMKR EE100447122; Tasuda EUR 29,65
GE | ელექტროენერგიის ქვითარი; თბილისი; 44,10 ₾
GH | Electricity bill; GPS: GA-144-7122; Account No. 204-4712-201; Current Bill GHS 506.52; Accra
GR | Λογαριασμός Ηλεκτρικού Ρεύματος; ΑΦΜ 094471220; ΦΠΑ 6%; Αθήνα
HR | Račun za plin; OIB: 44712201447; Zagreb; Ukupno 44,10 EUR
HU | Villamosenergia számla; Adószám: 14471220-2-06; Fizetendő összeg 4 410 Ft
ID | Tagihan listrik; NPWP 01.447.122.0-014.000; RT 004 RW 011; Jumlah Rp 79.100
IS | Reikningur; Kennitala 220191-2449; Til greiðslu 17.060 kr.; Hafnargötu 44, 230 Reykjanesbær
JP | Gas Bill; Setagaya-ku, Tokyo 155-0031; Total 3,058 yen
KZ | Шот; БСН 000140000000; 4 410 ₸; Алматы
LT | Sąskaita už elektrą; PVM kodas LT100000000; Mokėti iš viso 44,10 EUR; Vilnius
LV | Rēķins par elektroenerģiju; PVN Nr. LV40004471220; Rīga, LV-1045
MA | Royaume du Maroc; CIN EA144712; Total à payer 157,50 DH
MD | Factură de energie electrică; IDNO 1000000000000; Chișinău, MD-2012
MK | Сметка за струја; ЕМБС 4000000; Скопје; 1 440 ден
MT | Kont tad-dawl u l-ilma; Birkirkara; Triq il-Wied 14
MY | Bil Elektrik Anda; No. Pendaftaran 199001044712; Jumlah Perlu Bayar RM 184.20
PE | Recibo de energía; R.U.C. 20447122014; DNI: 24447122; Mz. K Lt. 14; Total S/ 127,50; Lima
PK | Domestic Gas Bill; CNIC: 14202-4471220-1; Total Rs. 1,070.00; Peshawar
PY | Factura ANDE; RUC 80000000-1; Total Gs. 144.000; Asunción, Paraguay
RO | Factură de energie electrică; CUI RO14471220; Total de plată 183,44 lei
RS | Рачун за струју; ПИБ 100000000; 1 440,00 дин; Београд
SI | Račun za elektriko; ID za DDV SI10000000; Ljubljana; Skupaj 44,10 EUR
SK | Vyúčtovacia faktúra; IČ DPH: SK2020447122; Bratislava
TN | Facture STEG; Tunis; 44,100 TND
TR | Elektrik faturası; Mersis No: 0180447122000014; Ödenecek tutar 705,35 TL
TZ | Ankara ya umeme; TANESCO; Dar es Salaam; Jumla TSh 44,100
UA | Рахунок за газ; ЄДРПОУ 30000000; До сплати 441,00 грн; Київ
VE | Factura Corpoelec; RIF J-00000000-0; Caracas, Venezuela
VN | Hóa đơn tiền điện; MST 0100000000; Tổng cộng 441.000 VND; Hà Nội
BD | Electricity bill; Palli Bidyut Samity-2; Dist: Cumilla-3510; Total (Tk) 457.00
BD | Holding tax; Upazila Parishad; Amount Tk 1,200
CR | Estado de cuenta; Moneda: Colones; SINPE MÓVIL; Heredia
EC | Impuesto predial rústico; Gobierno Autónomo Descentralizado; RUC 1860044182001; Cantón Ambato
IL | Electricity bill; Company no. 51-441822-0; P.O.B. 4418, Hadera 3810101; Total including VAT (NIS) 1,063.77
LK | Electricity account; Southern Electricity (Pvt) Ltd; Kalutara; SSCL 2.5%; Total payable (Rs.) 2,300.10
LK | Notice of assessment; Pradeshiya Sabha; Jaffna; Annual value (Rs.) 18,440.00
NP | Electricity bill; Lalitpur; Bagmati; Total NRs 1,440
ZA | Munisipale rekening; Totaal R 1 440.00; Langeberg Munisipaliteit`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

describe("what is printed tells the country without a declaration", () => {
  test.each(printed)("%s", (country, lines = "") => {
    const page = lines
      .split("; ")
      .map((line) => `   ${line}`)
      .join("\n\n")
    expect({ alone: read(page, null).issuing_country, declared: read(page, country ?? null).issuing_country }).toEqual({
      alone: country,
      declared: country
    })
  })
})

describe("what looks like another country's sign is none", () => {
  test.each([
    ["a register number that begins with two zeros", "   Obec Horní Lhotka, IČO 00447122\n\n   Výzva k úhradě 850 Kč", "CZ"],
    ["a part of a customer's number with the shape of a postcode", "   Account No. 204-4712-201\n\n   Bill GHS 506.52", "GH"],
    ["the Moroccan identity number", "   CIN EA144712\n\n   Total 157,50 DH", "MA"],
    ["the Peruvian identity number", "   DNI 24447122\n\n   Total S/ 127,50\n\n   Cusco", "PE"]
  ])("%s", (_name, page, country) => expect(read(page, country).issuing_country).toBe(country))
})

describe("the language of a page", () => {
  test.each([
    ["is", "Reikningur fyrir rafmagn og heitt vatn\n\n   Dagsetning og gjalddagi eru á þessum reikningi"],
    ["mk", "Сметка за електрична енергија\n\n   Вкупно за плаќање до овој ден, ќе се пресмета"],
    ["be", "Рахунак за электраэнергію\n\n   Аплаціць да дваццатага ўключна, дзякуй за супрацоўніцтва"],
    ["uk", "Рахунок за електроенергію\n\n   Сплатити до двадцятого числа, їхній особовий рахунок"],
    ["sq", "Fatura e energjisë elektrike për muajin\n\n   Klienti dhe adresa, shuma për pagesë është"],
    ["da", "Faktura for el og vand\n\n   Beløb til betaling, du betaler ikke for måler"],
    ["no", "Faktura for strøm\n\n   Beløp å betale, mva er ikke med i sum for deg, forfall"]
  ])("%s", (language, page) => expect(read(`   ${page}`, null).language).toBe(language))
})

/** What a country shares with its neighbours: the declared one of them decides. */
const shared = `
IN | Bill for water; Water Supply Company; Total Rs. 440.00
LK | Bill for water; Water Supply Company; Total Rs. 440.00
PK | Bill for water; Water Supply Company; Total Rs. 440.00
NP | Bill for water; Water Supply Company; Total Rs. 440.00
LK | Notice of assessment; Property tax; Total 440.00
PK | Bill for water; Water Supply (Pvt) Ltd; Total Rs. 440.00
LK | Bill for water; Water Supply (Pvt) Ltd; Total Rs. 440.00`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

describe("a declared country wins over signs that its neighbours share with it", () => {
  test.each(shared)("%s: %s", (country, lines = "") => {
    expect(read(`\n\n   ${lines.replaceAll("; ", "\n   ")}`, country).issuing_country).toBe(country)
  })
})
