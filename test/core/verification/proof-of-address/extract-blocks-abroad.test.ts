import { describe, expect, test } from "bun:test"
import { type DrawnBlock, readBlock as read } from "../../../support/drawn-blocks.ts"

const blocks: ReadonlyArray<DrawnBlock> = [
  {
    what: "the street below the place in Hungary",
    country: "HU",
    name: "Horváth-Kiss Péter",
    address: ["8237 Tihanyfalu", "Fő utca 31."],
    page: `   Adó értesítő


   Dr. Horváth-Kiss Péter részére
   8237 Tihanyfalu
   Fő utca 31.

                         HATÁROZAT`
  },
  {
    what: "the province below the place in Turkey, and not the words after a gap",
    country: "TR",
    name: "Hüseyin Emre Karaosmanoğlu",
    address: ["Kazım Özalp Mah. Kuleli Sk. 27/11", "06700 Çankaya", "Ankara"],
    page: `   Su faturası


   Sayın Hüseyin Emre Karaosmanoğlu
   Kazım Özalp Mah. Kuleli Sk. 27/11
   06700 Çankaya
   Ankara

   Dönem borcu`
  },
  {
    what: "the state below the place in Malaysia",
    country: "MY",
    name: "LIM SIEW KHENG",
    address: ["LORONG BUKIT GAMBIR 2", "11700 GELUGOR", "PULAU PINANG"],
    page: `   Bil air


   LIM SIEW KHENG
   LORONG BUKIT GAMBIR 2
   11700 GELUGOR
   PULAU PINANG

   Penyata akaun`
  },
  {
    what: "a village in a commune and a county of Romania",
    country: "RO",
    name: "Szilágyi Árpád-Levente",
    address: ["sat Văleni nr. 212", "com. Chiuza Mare", "jud. Bihor"],
    page: `   Înștiințare de plată
   Chiuza Mare nr. 1, cod poștal 417144, tel. 0259 555 014


   Către,
   Domnul Szilágyi Árpád-Levente
   sat Văleni nr. 212
   com. Chiuza Mare
   jud. Bihor

   Vă aducem la cunoștință`
  },
  {
    what: "a farm in Iceland",
    country: "IS",
    name: "Sigurður Ingi Halldórsson",
    address: ["Syðri-Brekka", "671 Kópasker"],
    page: `   Álagning fasteignagjalda


   Sigurður Ingi Halldórsson
   Syðri-Brekka
   671 Kópasker

   Efni: fasteignagjöld`
  },
  {
    what: "a farm by its name in Latvia",
    country: "LV",
    name: "Jānis Bērziņš",
    address: ['"Kalnarāji"', "Taurenes pagasts", "Piebalgas novads", "LV-4119"],
    page: `   Nodokļa paziņojums


   Jānis Bērziņš
   "Kalnarāji"
   Taurenes pagasts
   Piebalgas novads
   LV-4119

   Par nekustamā īpašuma nodokli`
  },
  {
    what: "a block and a lot in a settlement of Peru",
    country: "PE",
    name: "ROSA ELVIRA QUISPE MAMANI",
    address: ["Mz. K Lt. 14 AA.HH. Villa El Carmen", "San Juan de Lurigancho", "Lima"],
    page: `   Recibo de luz

   Datos del suministro
   QUISPE MAMANI, ROSA ELVIRA
   Mz. K Lt. 14 AA.HH. Villa El Carmen
   San Juan de Lurigancho
   Lima

   Aporte Ley 28749                                     1,27`
  },
  {
    what: "a building between the street and the quarter in the Dominican Republic",
    country: "DO",
    name: "YAHAIRA MERCEDES DE LOS SANTOS PEÑA",
    address: ["C/ DUARTE NO. 14", "EDIF. LAURA MICHELLE APTO. 3-B", "ENSANCHE OZAMA", "SANTO DOMINGO ESTE"],
    page: `   Factura de energía eléctrica


   YAHAIRA MERCEDES DE LOS SANTOS PEÑA                           NIC: 4471220
   C/ DUARTE NO. 14                                     Fecha de emisión: 08/10/2026
   EDIF. LAURA MICHELLE APTO. 3-B
   ENSANCHE OZAMA
   SANTO DOMINGO ESTE

   Período facturado`
  },
  {
    what: "a list of who gets a copy in Croatia",
    country: "HR",
    name: "Dino Benussi",
    address: ["Sveti Lovro 14 B", "52448 Lovrečina"],
    page: `   Rješenje o komunalnoj naknadi


   Dostaviti:
   1. Dino Benussi, Sveti Lovro 14 B, 52448 Lovrečina
   2. Pismohrana, ovdje`
  },
  {
    what: "the name below the address in Japan",
    country: "JP",
    name: "Oliver Brandt-Hayes",
    address: ["399-9301", "Nagano-ken Kitaazumi-gun Hakuba-mura", "Oaza Hokujo 4471-22"],
    page: `   Notice of tax
   7025 Oaza Hokujo, Hakuba-mura, Nagano-ken 399-9393     TEL 0261-55-0144


   399-9301
   Nagano-ken Kitaazumi-gun Hakuba-mura
   Oaza Hokujo 4471-22
   Oliver Brandt-Hayes

   Annual amount           284,400 yen`
  },
  {
    what: "a house by its name and a county in Ireland",
    country: "IE",
    name: "Siobhán Ní Bhriain",
    address: ["Teach na Trá", "Baile an Sceilg", "Co. Kerry", "V23 X447"],
    page: `   Gas bill


   Siobhán Ní Bhriain
   Teach na Trá
   Baile an Sceilg
   Co. Kerry
   V23 X447

   Total due €44.71`
  },
  {
    what: "a house with its number first, a local government and a state in Nigeria",
    country: "NG",
    name: "Aisha Bello Abubakar",
    address: ["No. 7 Sabon Gari Quarters", "Zaria LGA", "Kaduna State"],
    page: `   Tenement rate
   P.M.B. 1044, Zaria


   Hajiya Aisha Bello Abubakar
   No. 7 Sabon Gari Quarters
   Zaria LGA
   Kaduna State

   Demand notice`
  },
  {
    what: "a floor, a lane and a section in Taiwan",
    country: "TW",
    name: "LIN MEI-HUA",
    address: ["5F., No. 14, Lane 7, Sec. 2", "Zhongshan N. Rd., Zhongshan Dist.", "Taipei City 104", "Taiwan (R.O.C.)"],
    page: `   Statement of account


   LIN MEI-HUA
   5F., No. 14, Lane 7, Sec. 2
   Zhongshan N. Rd., Zhongshan Dist.
   Taipei City 104
   Taiwan (R.O.C.)

   Balance 144,712`
  },
  {
    what: "what a bank calls the registered address of a person",
    country: "JP",
    name: "KEIKO YAMASHITA MORGAN",
    address: ["1-7-12-804 Nishi-Nakasu", "Chuo-ku", "Fukuoka-shi", "Fukuoka 810-0002", "Japan"],
    page: `   Account statement

   Name                 KEIKO YAMASHITA MORGAN
   Registered Address   1-7-12-804 Nishi-Nakasu, Chuo-ku, Fukuoka-shi, Fukuoka 810-0002, Japan
   Branch               Tenjin Branch (144)`
  }
]

describe("a block goes on over", () => {
  for (const { address, country, name, page, what } of blocks) {
    test(what, () => expect(read(page, country)).toMatchObject({ holder_names: [name], extracted_address: address }))
  }
})

test("a box among the lines of a dwelling makes it no box", () => {
  const page = `   Electricity and water bill


   Ms Priyanka Ramesh Nair
   Apt 1104, Al Zahra Tower 2
   Al Taawun Street
   P.O. Box 44712
   Sharjah
   United Arab Emirates`
  expect(read(page, "AE")).toMatchObject({ holder_names: ["Priyanka Ramesh Nair"], address_type: "residential" })
  expect(read(page.replace(/ +Apt.*\n.*Street\n/, ""), "AE").address_type).toBe("po_box")
})

test("the office in a letterhead or a footer is no one's dwelling", () => {
  const page = `#  Primăria Comunei Chiuza Mare
   sat Chiuza Mare nr. 1
   com. Chiuza Mare
   jud. Bihor

   Înștiințare de plată`
  expect(read(page, "RO")).toMatchObject({ holder_names: [], extracted_address: [] })
})
