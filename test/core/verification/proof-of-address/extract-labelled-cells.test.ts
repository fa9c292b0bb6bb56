import { describe, expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const read = (page: string, declared_country: string) =>
  readProofOfAddress(
    { lines: printedPage(page), page_count: 1, source: "text_layer" },
    { declared_type: "utility_bill", declared_country, today: "2026-11-23" }
  )

const cells: ReadonlyArray<readonly [country: string, name: string, address: ReadonlyArray<string>, page: string]> = [
  [
    "PK",
    "Gul Zaman Khattak",
    ["Village Shagai, P.O. Takht Nusratti, Tehsil Takht Nusratti", "District Karak, Khyber Pakhtunkhwa"],
    `   Domestic gas bill

   Name:              Gul Zaman Khattak
   Address:           Village Shagai, P.O. Takht Nusratti, Tehsil Takht Nusratti,
                      District Karak, Khyber Pakhtunkhwa
   CNIC:              14202-4471220-1
   Regional Office: Plot 44, Phase V, Hayatabad, Peshawar`
  ],
  [
    "ID",
    "Maria Yosefina Situmorang",
    ["Dusun II Lumban Rihit RT 002 RW 001", "Desa Sigapiton Kec. Ajibata", "Kab. Toba, Sumatera Utara 22386"],
    `   Tagihan rekening air

   Nama Pelanggan    : Maria Yosefina Situmorang
   Alamat            : Dusun II Lumban Rihit RT 002 RW 001
                       Desa Sigapiton Kec. Ajibata
                       Kab. Toba, Sumatera Utara 22386
   Golongan Tarif    : Rumah Tangga 2A`
  ],
  [
    "TR",
    "Berfin Demirtaş Aydın",
    ["Kuşkonmaz Köyü Köyiçi Mevkii No: 14 Eğil / DİYARBAKIR"],
    `   Su faturası

   Abone Adı Soyadı     : Berfin Demirtaş Aydın
   Adres                : Kuşkonmaz Köyü Köyiçi Mevkii No: 14 Eğil / DİYARBAKIR
   Abone No             : 447122`
  ],
  [
    "RO",
    "IONESCU MARIANA",
    ["Str. Mihai Bravu nr. 14", "bl. C3", "sc. B", "et. 4", "ap. 37", "Ploiești", "jud. Prahova", "cod poștal 100447"],
    `   Factură fiscală

   Nume client:               IONESCU MARIANA
   Adresa de corespondență:   Str. Mihai Bravu nr. 14, bl. C3, sc. B, et. 4, ap. 37, Ploiești, jud. Prahova, cod poștal 100447
   Cod loc de consum:         447122014`
  ],
  [
    "BG",
    "Иван Стоянов Петров",
    ["с. Долно Езерово", "общ. Бургас", "обл. Бургас"],
    `   Фактура за вода

   Клиент:      Иван Стоянов Петров
   Адрес:       с. Долно Езерово, общ. Бургас, обл. Бургас
   Клиентски №: 4471220`
  ]
]

describe("an address behind its label is read over all the rows of its cell", () => {
  for (const [country, name, address, page] of cells) {
    test(`${country} ${name}`, () => {
      expect(read(page, country)).toMatchObject({ holder_names: [name], extracted_address: address })
    })
  }
})

test("a field in the next row ends the cell, and the office below is not the customer's", () => {
  const page = `   Property rate bill

   Owner:          Comfort Serwaa Boateng
   Address:        House No. PLT 14 Block B, Asuofua
                   Ashanti Region
   Phone:          024 455 5144
   District office: House No. 2, Barekese`
  expect(read(page, "GH").extracted_address).toEqual(["House No. PLT 14 Block B, Asuofua", "Ashanti Region"])
})

test("the head of a table beside a label is no name", () => {
  const page = `   Informasi tagihan listrik

   Kepada Yth.                                          Nomor Pelanggan    : 144712201448
   I GUSTI AYU PUTU LESTARI                             Nomor Tagihan      : 26100447122
   JL. TUKAD BADUNG GG. XIV NO. 7                       Tanggal Cetak      : 05 Oktober 2026
   DENPASAR SELATAN
   DENPASAR 80226`
  expect(read(page, "ID")).toMatchObject({
    holder_names: ["I GUSTI AYU PUTU LESTARI"],
    extracted_address: ["JL. TUKAD BADUNG GG. XIV NO. 7", "DENPASAR SELATAN", "DENPASAR 80226"]
  })
})

test("house and door stand on a line of their own", () => {
  const page = `   SAYIN                                                ELEKTRİK FATURASI
   ŞERİFE GÜLSÜM ÇELİK                                  Fatura No          BYE2026004471220
   FEVZİ ÇAKMAK MAH. 1453. SOK.                         Fatura Tarihi      07.10.2026
   NO: 12 D: 8                                          Son Ödeme Tarihi   19.10.2026
   34890 PENDİK / İSTANBUL                              Tesisat No         4471220148`
  expect(read(page, "TR")).toMatchObject({
    holder_names: ["ŞERİFE GÜLSÜM ÇELİK"],
    extracted_address: ["FEVZİ ÇAKMAK MAH. 1453. SOK.", "NO: 12 D: 8", "34890 PENDİK / İSTANBUL"]
  })
})
