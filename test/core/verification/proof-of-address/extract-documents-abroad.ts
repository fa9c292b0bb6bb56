import { printedPage } from "../../../support/printed-page.ts"
import { type InventedDocument, invented } from "./extract-documents.ts"

/** Documents of countries and layouts that came last: their first reading is reported, then they were tuned on. */
export const abroadDocuments: ReadonlyArray<InventedDocument> = [
  invented(
    "electricity bill, United Kingdom, issuer's address under its name",
    printedPage(`
#    Northwind Energy Ltd
     Northwind House, 40 Canal Street
     Leeds LS1 4AB, United Kingdom

#    Electricity bill
     Mr Jonathan A. Okonkwo-Smith                       Account number: 8500 1234 5678
     Flat 3, 128 Marlowe Gardens                        Bill date: 2 March 2026
     Bristol                                            Billing period: 1 February 2026 to 28 February 2026
     BS8 4QT                                            Payment due: 16 March 2026
     United Kingdom
     Standing charge 28 days at 0.6012 GBP              16.83
     Energy used 212 kWh at 0.2450 GBP                  51.94
     Total 72.21 GBP
     This bill is based on an actual meter reading taken on 28 February 2026.
     Questions about your supply? Call our customer service team on 0800 555 0142.
`),
    {
      type: "utility_bill",
      country: "GB",
      language: "en",
      issuer: "Northwind Energy Ltd",
      issue_date: "2026-03-02",
      period: ["2026-02-01", "2026-02-28"],
      holders: ["Jonathan A. Okonkwo-Smith"],
      address: ["Flat 3, 128 Marlowe Gardens", "Bristol", "BS8 4QT", "United Kingdom"],
      postal_code: "BS8 4QT"
    }
  ),
  invented(
    "electricity bill, Hong Kong, no postcode",
    printedPage(`
#    Victoria Harbour Electric Co. Ltd
     Electricity Bill
     MR CHAN TAI MAN
     FLAT B 12/F BLOCK 3
     TAIKOO SHING
     QUARRY BAY
     HONG KONG
     Bill date 05/10/2026    Due date 26/10/2026   HK$412.00
     Billing period 05/08/2026 - 04/10/2026
`),
    {
      type: "utility_bill",
      country: "HK",
      language: "en",
      issuer: "Victoria Harbour Electric Co. Ltd",
      issue_date: "2026-10-05",
      period: ["2026-08-05", "2026-10-04"],
      holders: ["CHAN TAI MAN"],
      address: ["FLAT B 12/F BLOCK 3", "TAIKOO SHING", "QUARRY BAY", "HONG KONG"],
      postal_code: null
    }
  ),
  invented(
    "electricity notice, Japan",
    printedPage(`
     〒150-0001
     東京都渋谷区神宮前1丁目2-3
     メゾン青山 301号
     山田 太郎 様
     電気ご使用量のお知らせ
     発行日 2026年10月5日
     ご使用期間 2026年9月1日～2026年9月30日
     東都電力株式会社
`),
    {
      type: "utility_bill",
      country: "JP",
      language: "ja",
      issuer: "東都電力株式会社",
      issue_date: "2026-10-05",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["山田 太郎"],
      address: ["〒150-0001", "東京都渋谷区神宮前1丁目2-3", "メゾン青山 301号"],
      postal_code: "150-0001"
    }
  ),
  invented(
    "bank statement, London",
    printedPage(`
#    BARCLEY CITY BANK
     MS ZARA KHAN
     APARTMENT 4
     10 DOWNHAM STREET
     LONDON
     SW1A 1AA
     Bank statement
     Statement date 30 SEP 2026
`),
    {
      type: "bank_statement",
      country: "GB",
      language: "en",
      issuer: "BARCLEY CITY BANK",
      issue_date: "2026-09-30",
      period: [null, null],
      holders: ["ZARA KHAN"],
      address: ["APARTMENT 4", "10 DOWNHAM STREET", "LONDON", "SW1A 1AA"],
      postal_code: "SW1A 1AA"
    }
  ),
  invented(
    "water bill, United States, family name first, recognised",
    printedPage(`
#    CITY OF LAKEMONT
     WATER AND SEWER BILL
     SERVICE ADDRESS: 77 PINE ST
     BILL DATE: 09/20/2026  DUE DATE: 10/10/2026
     BILLING PERIOD: 08/15/2026 TO 09/14/2026
     GARCIA, LUIS M
     77 PINE ST
     LAKEMONT GA 30552
     IF UNDELIVERED RETURN TO: CITY OF LAKEMONT, PO BOX 10, LAKEMONT GA 30552
`),
    {
      type: "utility_bill",
      country: "US",
      language: "en",
      issuer: "CITY OF LAKEMONT",
      issue_date: "2026-09-20",
      period: ["2026-08-15", "2026-09-14"],
      holders: ["LUIS M GARCIA"],
      address: ["77 PINE ST", "LAKEMONT GA 30552"],
      postal_code: "30552"
    },
    "ocr"
  ),
  invented(
    "electricity bill, Russia",
    printedPage(`
#    АО «Энергосбыт Волга»
     Счет за электроэнергию
     Лицевой счет 440112
     Плательщик: Иванов Сергей Петрович
     Адрес: 443001, г. Самара, ул. Садовая, д. 12, кв. 5
     Период: сентябрь 2026
     Дата выставления: 05.10.2026
     Оплатить до 20.10.2026
`),
    {
      type: "utility_bill",
      country: "RU",
      language: "ru",
      issuer: "АО «Энергосбыт Волга»",
      issue_date: "2026-10-05",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Иванов Сергей Петрович"],
      address: ["443001, г. Самара, ул. Садовая, д. 12, кв. 5"],
      postal_code: "443001"
    }
  ),
  invented(
    "electricity bill, Mexico",
    printedPage(`
#    Luz del Norte S.A. de C.V.
     RECIBO DE LUZ
     MARIA GUADALUPE TORRES
     AV REFORMA 120 INT 4
     COL CENTRO
     C.P. 64000 MONTERREY, N.L.
     PERIODO FACTURADO: 12 JUL 26 - 11 SEP 26
     LIMITE DE PAGO: 28 SEP 26
     FECHA DE EMISION: 14 SEP 26    RFC LNO9901011A1
`),
    {
      type: "utility_bill",
      country: "MX",
      language: "es",
      issuer: "Luz del Norte S.A. de C.V.",
      issue_date: "2026-09-14",
      period: ["2026-07-12", "2026-09-11"],
      holders: ["MARIA GUADALUPE TORRES"],
      address: ["AV REFORMA 120 INT 4", "COL CENTRO", "C.P. 64000 MONTERREY, N.L."],
      postal_code: "64000"
    }
  ),
  invented(
    "electricity account, Australia",
    printedPage(`
#    Brindabella Energy
     Tax invoice
     Mr J Nguyen                                Issue date   14 Sep 2026
     Unit 7 / 22 Wattle Street                  Due date     2 Oct 2026
     O'CONNOR  ACT  2602
     Electricity account
     Supply period 12 Jun 26 to 11 Sep 26 (92 days)    NMI 7001 122 3344
     ABN 22 333 444 555
`),
    {
      type: "utility_bill",
      country: "AU",
      language: "en",
      issuer: "Brindabella Energy",
      issue_date: "2026-09-14",
      period: ["2026-06-12", "2026-09-11"],
      holders: ["J Nguyen"],
      address: ["Unit 7 / 22 Wattle Street", "O'CONNOR ACT 2602"],
      postal_code: "2602"
    }
  ),
  invented(
    "utilities bill, Singapore",
    printedPage(`
#    Straits Utilities Pte Ltd
     TAN WEI LING
     BLK 210 ANG MO KIO AVE 3 #08-1512
     SINGAPORE 560210
     Utilities bill    Bill date 08 Oct 2026
     Billing period 05 Sep 2026 - 05 Oct 2026  Electricity 312 kWh Water 14 cu m
`),
    {
      type: "utility_bill",
      country: "SG",
      language: "en",
      issuer: "Straits Utilities Pte Ltd",
      issue_date: "2026-10-08",
      period: ["2026-09-05", "2026-10-05"],
      holders: ["TAN WEI LING"],
      address: ["BLK 210 ANG MO KIO AVE 3 #08-1512", "SINGAPORE 560210"],
      postal_code: "560210"
    }
  ),
  invented(
    "electricity bill, Austria",
    printedPage(`
     Wiener Netz AG, Erdbergstraße 200, 1030 Wien
     Frau Mag. Eva Steiner
     Linke Wienzeile 40/2/11
     1060 Wien
     Wien, am 5. Oktober 2026
     Stromrechnung
     Verrechnungszeitraum 01.09.2025 bis 31.08.2026
     UID: ATU12345678 FN 112233a
`),
    {
      type: "utility_bill",
      country: "AT",
      language: "de",
      issuer: "Wiener Netz AG",
      issue_date: "2026-10-05",
      period: ["2025-09-01", "2026-08-31"],
      holders: ["Eva Steiner"],
      address: ["Linke Wienzeile 40/2/11", "1060 Wien"],
      postal_code: "1060"
    }
  )
]
