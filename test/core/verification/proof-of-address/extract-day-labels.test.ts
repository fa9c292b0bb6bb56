import { describe, expect, test } from "bun:test"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { printedPage } from "../../../support/printed-page.ts"

const dates = (drawing: string, country: string) =>
  extractProofOfAddress(
    { lines: printedPage(drawing), page_count: 1, source: "text_layer" },
    { declared_type: "utility_bill", declared_country: country, today: "2026-11-23" }
  )

/** A country, its labels of the day of issue, of other days, and of a period. */
const labels = `
AL | Data e lëshimit; Data e faturës | Afati i pagesës; Data e leximit | Periudha e faturimit
BA | Datum izdavanja; Datum računa | Rok plaćanja; Datum očitanja; Prethodni račun | Obračunski period
BG | Дата на издаване; Дата на фактурата; Издадена на | Срок за плащане; Дата на данъчното събитие; Дата на отчитане | Отчетен период
BY | Дата выстаўлення; Дата выдачы | Аплаціць да; Тэрмін аплаты | Разліковы перыяд
CZ | Datum vystavení; Vystaveno dne; Datum vyhotovení výpisu | Datum splatnosti; DUZP; Uhraďte do; Datum odečtu; Závazek do | Fakturované období
EE | Arve kuupäev; Kuupäev; Väljavõtte kuupäev | Maksetähtaeg; Tasuda hiljemalt; Näidu kuupäev; Leping kehtib kuni | Arvestusperiood
ES | Data d'emissió; Data de factura; Fakturaren data | Data de venciment; Ordainketa eguna | Període de facturació
GB | Dyddiad y bil; Bill issue date; Billing date | Talwch erbyn; Reading date; Connection date | Cyfnod bilio
GE | გაცემის თარიღი | გადახდის ვადა | საანგარიშო პერიოდი
GR | Ημ/νία Έκδοσης; Ημερομηνία εκτύπωσης | Εξόφληση έως; Επόμενη Καταμέτρηση; Ημ. Αξίας | Περίοδος χρέωσης
HR | Datum izdavanja; Datum računa; Datum ispisa | Datum dospijeća; Datum isporuke; Ugovorna obveza ističe; Rok plaćanja | Obračunsko razdoblje
HU | Számla kelte; Kiállítás dátuma; Kivonat kelte | Fizetési határidő; Teljesítés időpontja; Leolvasás dátuma; Értéknap | Elszámolási időszak
ID | Tanggal Cetak; Tanggal Terbit; Tgl. Tagihan | Tanggal Jatuh Tempo; Batas Pembayaran; Tgl. Catat | Periode Pemakaian
IE | Dáta an bhille; Dáta eisiúna | Íoc faoi; Dáta léite | Tréimhse bhilleála
IL | תאריך הפקה; תאריך החשבון | לתשלום עד; תאריך קריאה | תקופת החשבון
IS | Útgáfudagur; Dagsetning | Gjalddagi; Eindagi; Síðasti álestur | Tímabil
LT | Sąskaitos data; Išrašymo data; Suformuota | Apmokėti iki; Mokėjimo terminas; Sutarties data; Rodmenų data | Ataskaitinis laikotarpis
LU | Rechnungsdatum; Datum vun der Rechnung | Ze bezuelen bis | Period vun der Rechnung
LV | Rēķina datums; Izrakstīts; Izrakstīšanas datums | Apmaksas termiņš; Maksāt līdz; Rādījuma datums; Līguma datums | Norēķinu periods
MA | تاريخ الإصدار; تاريخ كشف الحساب | آخر أجل للأداء; تاريخ السداد | فترة الاستهلاك
MK | Датум на издавање; Датум на фактура | Рок за плаќање; Датум на промет | Пресметковен период
MT | Data tal-kont | Data tal-qari | Perjodu tal-kont
MY | Tarikh Bil; Tarikh Penyata; Tarikh Cetakan | Bayar Sebelum; Bayar Selewatnya; Bayaran Terakhir; Tarikh Bacaan | Tempoh Bil
PK | Issue date; Date of bill; Bill generated on | Due date; Reading date; Connection date | Billing period
PL | Data wystawienia; Data pisma; Wygenerowano dnia | Termin płatności; Data następnego odczytu; Data wpłaty | Okres rozliczeniowy
RO | Data emiterii; Data extrasului; Emisă la data de | Data scadenței; Termen limită; Data citirii; A se plăti până la | Perioada de facturare
RS | Датум издавања; Datum izdavanja računa; Датум рачуна | Рок плаћања; Datum prometa; Датум доспећа | Обрачунски период
RU | Дата выставления счета; Сформировано; Дата выписки | Оплатить до; Срок оплаты; Дата договора | Расчетный период
SI | Datum izdaje; Datum izpiska; Datum izstavitve | Rok plačila; Zapade; Datum opravljene storitve | Obračunsko obdobje
SK | Dátum vyhotovenia; Dátum vystavenia; Vystavené dňa | Dátum splatnosti; Dátum dodania; Viazanosť do | Zúčtovacie obdobie
TH | วันที่ออกใบแจ้งหนี้; วันที่พิมพ์ | วันครบกำหนดชำระ; วันที่อ่านหน่วย | รอบบิล
TR | Fatura Tarihi; Düzenleme Tarihi; Hesap Kesim Tarihi | Son Ödeme Tarihi; Son Okuma Tarihi; Vade Tarihi; Sonraki Hesap Kesim Tarihi | Dönem
TZ | Tarehe ya ankara | Tarehe ya mwisho ya malipo | Kipindi cha ankara
UA | Дата виставлення; Сформовано; Дата рахунку | Оплатити до; Термін оплати; Дата договору | Розрахунковий період
VN | Ngày phát hành; Ngày lập hóa đơn | Hạn thanh toán; Ngày ghi chỉ số; Ngày giao dịch | Kỳ thanh toán
ZA | Rekeningdatum; Faktuurdatum | Betaaldatum; Lesingsdatum | Rekeningtydperk`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

const each = (list: string) => list.split("; ")
/** Beside its value, in a cell of its own, and above its value. */
const ways = (label: string, value: string): ReadonlyArray<string> => [
  `     ${label}: ${value}`,
  `     ${label}          ${value}`,
  `     ${label}\n     ${value}`
]

describe.each(labels)("labels of %s", (country, issue = "", other = "", period = "") => {
  test("of the day of issue outweigh a day without a label", () => {
    for (const label of each(issue)) {
      const read = ways(label, "09.11.2026").map((lines) => dates(`\n\n     02.11.2026\n\n\n${lines}`, country).issue_date)
      expect({ label, read }).toEqual({ label, read: ["2026-11-09", "2026-11-09", "2026-11-09"] })
    }
  })

  test("of another day are never the day of issue", () => {
    for (const label of each(other)) {
      const read = ways(label, "19.11.2026").map((lines) => dates(`\n\n${lines}`, country).issue_date)
      expect({ label, read }).toEqual({ label, read: [null, null, null] })
    }
  })

  test("of a period give its two days", () => {
    for (const label of each(period)) {
      const read = ways(label, "01.10.2026 - 31.10.2026").map((lines) => dates(`\n\n${lines}`, country))
      expect({ label, read: read.map(({ period_end, period_start }) => `${period_start} ${period_end}`) }).toEqual({
        label,
        read: ["2026-10-01 2026-10-31", "2026-10-01 2026-10-31", "2026-10-01 2026-10-31"]
      })
    }
  })
})

describe("the day of a letter stands beside its number", () => {
  test.each(["Nr. 4471 / 21.09.2026", "21.09.2026 nr 26-4471/2", "č. 447/2026, 21.09.2026"])("%s", (line) =>
    expect(dates(`     Emajõe Elekter AS\n\n     ${line}\n\n`, "EE").issue_date).toBe("2026-09-21")
  )
})

describe("a weekday may stand before the day", () => {
  test.each([
    "pondělí 21. září 2026",
    "esmaspäev, 21. september 2026",
    "Lunes 21 septiembre 2026",
    "pirmdiena 21.09.2026",
    "Isnin 21 September 2026"
  ])("%s", (line) => expect(dates(`     Energia\n\n     ${line}\n\n`, "CZ").issue_date).toBe("2026-09-21"))
})

describe("two days are joined by a word", () => {
  test.each([
    ["LV", "no 01.10.2026. līdz 31.10.2026."],
    ["LT", "nuo 2026-10-01 iki 2026-10-31"],
    ["EE", "01.10.2026 kuni 31.10.2026"],
    ["ID", "01 Oktober 2026 sampai dengan 31 Oktober 2026"],
    ["MY", "01/10/2026 hingga 31/10/2026"],
    ["VN", "01/10/2026 đến ngày 31/10/2026"],
    ["RO", "01.10.2026 până la 31.10.2026"],
    ["HU", "2026.10.01-től 2026.10.31-ig"],
    ["TH", "1 ต.ค. 2569 ถึง 31 ต.ค. 2569"]
  ])("%s", (country, range) =>
    expect(dates(`\n\n     ${range}`, country)).toMatchObject({ period_start: "2026-10-01", period_end: "2026-10-31" })
  )
})
