import { describe, expect, test } from "bun:test"
import { type DrawnBlock, readBlock as read } from "../../../support/drawn-blocks.ts"

const blocks: ReadonlyArray<DrawnBlock> = [
  {
    what: "no husband between the name and the village in Bangladesh",
    country: "BD",
    name: "Rokeya Begum Lipi",
    address: ["Vill: Noapara", "P.O: Mohanpur", "Dist: Feni-3900"],
    page: `   Electricity bill

   Consumer
   Rokeya Begum Lipi
   W/O: Abdul Karim
   Vill: Noapara
   P.O: Mohanpur
   Dist: Feni-3900

   Bill no. 44`
  },
  {
    what: "no father in front of the house in India",
    country: "IN",
    name: "Suresh Kumar Yadav",
    address: ["44 Station Road", "Ward No. 7", "Barh 803213"],
    page: `#  Ganga Power Distribution Limited

   Electricity bill

   Name: Suresh Kumar Yadav
   Address: S/O Ramesh Yadav, 44 Station Road, Ward No. 7, Barh 803213

   Bill no. 44`
  },
  {
    what: "a customer in one line below the word for the bill",
    country: "MT",
    name: "Ġorġ Vella",
    address: ["Razzett l-Antik", "Triq il-Wied", "Għarb", "GRB 1044"],
    page: `   Kalipso Ltd   Triq l-Imdina, Birkirkara BKR 3000


   INVOICE
   Customer: Ġorġ Vella, Razzett l-Antik, Triq il-Wied, Għarb, GRB 1044
   Customer No: 2044182`
  },
  {
    what: "a customer in one line without a postal code in Guatemala",
    country: "GT",
    name: "Rosa Ixchel Pérez",
    address: ["4a. calle 7-12 zona 3", "Quetzaltenango"],
    page: `#  EMPRESA ELÉCTRICA MUNICIPAL

   Factura de energía eléctrica

   Cliente: Rosa Ixchel Pérez, 4a. calle 7-12 zona 3, Quetzaltenango
   Total a pagar Q 144.00`
  },
  {
    what: "the block beside a bank in Ukraine, down to the code on its own line",
    country: "UA",
    name: "КОВАЛЕНКО ОЛЕНА ПЕТРІВНА",
    address: ["вул. Лісова", "буд. 7", "м. Долина", "Івано-Франківська обл.", "77504"],
    page: `   АТ «Дністербанк»                                   КОВАЛЕНКО ОЛЕНА ПЕТРІВНА
   вул. Січових Стрільців, 144                        вул. Лісова, буд. 7
   м. Львів, 79000                                    м. Долина
   Ліцензія НБУ № 118                                 Івано-Франківська обл.
                                                      77504

#  ВИПИСКА`
  },
  {
    what: "a hamlet of the highlands beside the letterhead in Vietnam",
    country: "VN",
    name: "Y Bhin Mlô",
    address: ["Buôn Ea Tul", "Xã Cư Pơng", "Tỉnh Đắk Lắk"],
    page: `                                                          Y Bhin Mlô
   Công ty Cổ phần Viễn thông Cao Nguyên                  Buôn Ea Tul
   118 Nguyễn Tất Thành, Đắk Lắk                          Xã Cư Pơng
   MST: 6001844220                                        Tỉnh Đắk Lắk

#  THÔNG BÁO CƯỚC`
  },
  {
    what: "a code of seven figures in Israel",
    country: "IL",
    name: "Ruth Peretz",
    address: ["Moshav Tirat Yael 44", "D.N. Emek Hefer 4025500"],
    page: `   Electricity bill

   Customer name:       Ruth Peretz
   Mailing address:     Moshav Tirat Yael 44, D.N. Emek Hefer 4025500
   Contract account:    341844220`
  },
  {
    what: "a block with a box and a code of seven figures in Israel",
    country: "IL",
    name: "Yusuf Haddad",
    address: ["House 7, Al-Ain Neighborhood", "P.O.B. 44", "Kafr Qara 3007500", "Israel"],
    page: `   Galil Bank Ltd.


   Mr. Yusuf Haddad                                     Branch            418
   House 7, Al-Ain Neighborhood                         Account           118442/07
   P.O.B. 44                                            Page              1 of 1
   Kafr Qara 3007500
   Israel

   Statement`
  },
  {
    what: "the number of a house behind a row of houses in Turkey",
    country: "TR",
    name: "Hasan Yıldırımoğlu",
    address: ["Ortaköy Köyü Yayla Mevkii", "Küme Evler No:44", "53200 Çayeli / RİZE"],
    page: `   Ödeme bildirimi

   Adı Soyadı         : Hasan Yıldırımoğlu
   Sicil No           : 0018442
   Adresi             : Ortaköy Köyü Yayla Mevkii
                        Küme Evler No:44
                        53200 Çayeli / RİZE

   Sayın mükellefimiz,`
  },
  {
    what: "a condominium in front of its tower in Costa Rica",
    country: "CR",
    name: "Ana Lucía Chaverri Mora",
    address: ["Condominio Las Palmas", "torre 4", "apto. 12-A", "Ulloa", "Heredia", "40104"],
    page: `   Estado de cuenta

   Titular:           Ana Lucía Chaverri Mora
   Dirección:         Condominio Las Palmas, torre 4, apto. 12-A, Ulloa, Heredia, 40104
   Moneda:            Colones`
  }
]

describe("a block of the country is read whole, and its name beside it", () => {
  test.each(blocks.map((block) => [block.what, block] as const))("%s", (_, { address, country, name, page }) => {
    const found = read(page, country)
    expect({ address: found.extracted_address, holders: found.holder_names }).toEqual({ address: [...address], holders: [name] })
  })
})
