import { describe, expect, test } from "bun:test"
import { findPostOfficeBox, isMilitaryAddress } from "@vouchkit/core/verification/proof-of-address/post-office-box"

/** One address a line: country (or "-"), then its lines separated by " / ". */
const table = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((row) => {
      const [country = "-", ...rest] = row.trim().split(" ")
      return { country: country === "-" ? null : country, lines: rest.join(" ").split(" / ") }
    })

const boxes = table(`
US PO Box 1234 / Springfield, IL 62701
US P.O. Box 99 / Austin TX 78701
US P. O. BOX 12-A / Reno, NV 89501
US p.o.box 7 / Bend, OR 97701
US Post Office Box 55 / Salem, OR 97301
US P.O. Drawer 12 / Odessa, TX 79760
US P0 Box 881 / Dayton, OH 45401
US POB 4521 / Miami FL 33101
US 123 Main St PMB 456 / Denver, CO 80202
US Lockbox 7012 / Chicago, IL 60677
US Caller Service 2100 / Boulder, CO 80306
US General Delivery / Anchorage, AK 99501
GB PO Box 12345 / London / W1A 1AA
GB P O Box 3 / Leeds LS1 1AA
IE P.O. Box 1200 / Dublin 2
AU GPO Box 9876 / Sydney NSW 2001
AU Locked Bag 20 / Parramatta NSW 2124
AU Private Bag 5 / Alice Springs NT 0872
AU CMB 12 / Dubbo NSW 2830
NZ Private Bag 92019 / Auckland 1142
ZA Private Bag X12 / Pretoria 0001
ZA Posbus 345 / Stellenbosch 7599
ZA PostNet Suite 123 / Private Bag X9
NG P.M.B. 1234 / Ikeja, Lagos
ZW P. O. Bag 77 / Harare
KE P.O. Box 40012-00100 / Nairobi
KE S.L.P. 512 / Mombasa
TZ Sanduku la Posta 77 / Dodoma
IN Post Box No. 4567 / Mumbai 400001
IN Post Bag No 7 / New Delhi 110001
HK G.P.O. Box 123 / Hong Kong
DE Postfach 12 34 56 / 10115 Berlin
DE Pf. 1020 / 01069 Dresden
DE Packstation 101 / 50667 Köln
CH Postfach / 3001 Bern
CH Case postale 12 / 1211 Genève 3
CH Casella postale 5 / 6901 Lugano
AT POSTFACH 77 / 1010 Wien
FR Boîte postale 75 / 13001 Marseille
FR BP 123 / 75008 Paris
FR B.P. N° 44 / 69002 Lyon
FR CS 40001 / 35000 Rennes Cedex
FR TSA 10001 / 92919 La Défense
SN BP 5512 / Dakar
CI 01 BP 1234 Abidjan 01
CM B.P. 1001 Yaoundé
- BP 889 / Libreville
CA C.P. 123 succ. Centre-ville / Montréal QC
CA Case postale 55 / Québec QC
ES Apartado de Correos 123 / 28080 Madrid
ES Apdo. 456 / 08080 Barcelona
ES Apdo. de Correos 9 / Sevilla
PT Apartado 1234 / 4000 Porto
CO Apartado Aéreo 5678 / Bogotá
CO A.A. 5678 / Cali
MX Apartado Postal 10 / Mérida, Yuc.
CL Casilla 123 / Santiago
AR Casilla de Correo 45 / Córdoba
AR C.C. 32 / 1900 La Plata
BR Caixa Postal 1234 / São Paulo - SP
BR Cx. Postal 99 / Curitiba - PR
BR CP 77 / Manaus - AM
IT Casella Postale 14 / 00100 Roma
IT C.P. 210 / 20121 Milano
RO Căsuța Poștală 12 / București
NL Postbus 12345 / 1000 AA Amsterdam
NL Antwoordnummer 500 / 3500 VB Utrecht
BE Postbus 3 / 2000 Antwerpen
NO Postboks 123 Sentrum / 0101 Oslo
DK Postboks 45 / 1001 København K
DK Boks 12 / 8000 Aarhus C
SE Box 123 / 101 23 Stockholm
SE Box 5 / 751 03 Uppsala
FI PL 123 / 00101 Helsinki
FI PB 100 / 00171 Helsingfors
FI Postilokero 9 / 33101 Tampere
IS Pósthólf 88 / 121 Reykjavík
EE Postkast 12 / 10101 Tallinn
LV Abonenta kastīte 5 / Rīga
LT Pašto dėžutė 7 / Vilnius
PL Skrytka pocztowa 123 / 00-950 Warszawa 1
PL skr. poczt. 5 / Kraków
CZ Poštovní přihrádka 5 / 110 00 Praha
CZ P.O. BOX 77 / 602 00 Brno
SK Poštový priečinok 3 / Bratislava / P.O.BOX 3
HU Postafiók 12 / 1364 Budapest
HU Pf. 68 / 1536 Budapest
HR Poštanski pretinac 4 / 10001 Zagreb
HR p.p. 123 / 21000 Split
SI Poštni predal 8 / 1001 Ljubljana
RS Поштански фах 12 / Београд
BG Пощенска кутия 5 / София
BG П.К. 12 / 1000 София
RU а/я 12 / Москва 101000
RU Абонентский ящик 44 / Казань
RU п/я 7 / Томск
UA Абонентська скринька 9 / Київ
UA а/с 15 / Львів
GR Τ.Θ. 1234 / Αθήνα
GR Ταχ. Θυρίδα 88 / Θεσσαλονίκη
TR Posta Kutusu 12 / Ankara
TR P.K. 45 / İstanbul
AE ص.ب. 1234 / دبي
AE ص ب ١٢٣٤ أبوظبي
SA صندوق بريد 99 / الرياض
AE P.O.Box: 51133 / Dubai
IR صندوق پستی ۱۲۳۴ / تهران
IL ת.ד. 1234 / תל אביב
IL תא דואר 77 / חיפה
IL P.O.B. 34108 / Jerusalem
ET ፖ.ሳ.ቁ 123 / አዲስ አበባ
TW 台北郵政 12-34 號信箱
TW 郵政信箱第 55 號
CN 北京 100 信箱
CN 北京邮政信箱 44
JP 東京中央郵便局私書箱12号
JP 渋谷郵便局留
KR 서울중앙우체국 사서함 123호
TH ตู้ ปณ. 12 / กรุงเทพ 10500
TH ตู้ไปรษณีย์ 9
VN Hộp thư 123 / Hà Nội
MY Peti Surat 10 / Kuala Lumpur
MY Beg Berkunci 5 / Shah Alam
ID Kotak Pos 1234 / Jakarta
IN पोस्ट बॉक्स 12 / दिल्ली
BD পোস্ট বক্স 12 / ঢাকা
GE საფოსტო ყუთი 5 / თბილისი
US Attn: J Doe (PO BOX 12) / Fargo ND
`)

const dwellings = table(`
GB 12 Post Office Road / Leeds LS1 1AA
GB 3 Box Lane / Hemel Hempstead
GB 7 Box Hill Road / Tadworth
GB The Old Post Office / 4 High Street / Bath
GB PO Box Cottage / Mill Lane / Frome
GB 14 Postbox Lane / Reading
GB 5 Boxgrove Avenue / Guildford
GB Flat 2, 9 Bag Lane / Norbury
GB 2 Post Office Lane / Slough SL1 2AB
GB 4 Post Office Square / Tunbridge Wells
US 8 Box Elder Street / Lehi UT
US RR 2 Box 45 / Berea KY
US 12 BP Station Street / Tulsa OK
US 77 Drawer Street / Elko NV
US 100 Apo Street / Guam
US 9 Private Road 123 / Tyler TX
US 12 Unit 5 / Austin TX 78701
NG 5 Post Office Road / Apo, Abuja
IN P.O. Garia, P.S. Sonarpur / Kolkata 700084
IN Near GPO, Sector 17 / Chandigarh
IN BP-12, Sector V, Salt Lake / Kolkata 700091
IN Village Rampur, P.O. - Barhi / Bihar
IN 14 GPO Road / Mumbai
PH Brgy. Pob. 3 / Batangas
PH 12 Rizal St, Poblacion 2 / Cebu
DE Postfachstraße 12 / 10115 Berlin
DE Am Postfach 3 / 55116 Mainz
DE Postweg 7 / 10115 Berlin
DE Alte Poststraße 1 / 85354 Freising
NL Postbusweg 3 / 1000 AA Amsterdam
BE Kerkstraat 5 bus 3 / 2000 Antwerpen
FR 12 rue de la Poste / 75008 Paris
FR 5 avenue du Général Leclerc / 75014 Paris
FR 8 rue du BP Garage / 13001 Marseille
CH 5000 Aarau AG
CI PK 12 route d'Abobo / Abidjan
CM PK 14 / Douala
MX Calle Apartado 12 / 06010 Ciudad de México
MX C.P. 06600 / Av. Reforma 12
MX Carranza 100 / San Luis Potosí, S.L.P. 78000
ES Calle Mayor 1, Apartamento 4 / 28013 Madrid
ES C.P. 28001 / Calle Serrano 5
ES Calle Casilla 9 / 18001 Granada
PT Rua da Caixa d'Água 5 / Lisboa
BR Rua dos Correios 12 / São Paulo
IT Via Casella 12 / 00100 Roma
IT Via della Posta 7 / 20123 Milano
AR Avenida Corrientes 1425, CP 1043 / Buenos Aires
PL pl. 3 Maja 5 / Kraków
PL ul. Skrytka 5 / Gdańsk
PL ul. Pocztowa 12 / 70-356 Szczecin
SE Boxholmsvägen 5 / 590 10 Boxholm
SE Postgatan 12 / 411 06 Göteborg
NO Postveien 3 / 1400 Ski
FI Postikatu 3 / 33100 Tampere
DK Postparken 9 / 2770 Kastrup
CZ Poštovní 5 / 602 00 Brno
HU Posta utca 12 / 6720 Szeged
RU ул. Почтовая, д. 5, кв. 12 / Москва
RU ул. Ящикова 7 / Томск
BG ул. Пощенска 5 / София
GR Οδός Ταχυδρομείου 5 / Αθήνα
TR Posta Caddesi No 12 / Ankara
AE Villa 12, Al Wasl Road / Dubai
AE فيلا 12 شارع الوصل / دبي
SA شارع البريد 12 / الرياض
IL רחוב הדואר 5 / תל אביב
JP 東京都千代田区丸の内1-1-1
JP 横浜市中区郵便局前 1-2
TW 台北市中正區郵政街 5 號
CN 北京市朝阳区建国路 88 号 / 电子信箱 12
KR 서울시 중구 우체국로 12
TH 12 ถนนไปรษณีย์ / กรุงเทพ 10500
VN 12 phố Hộp / Hà Nội
AU 5 Locked Gate Road / Dubbo NSW
AU 14 Bag Street / Perth WA
NZ 9 Private Lane / Auckland
ZA 3 Posman Street / Stellenbosch
CA 12 Pob Crescent / Calgary AB
`)

describe("post office boxes", () => {
  for (const { country, lines } of boxes) {
    test(`${country ?? "any country"}: "${lines.join(", ")}" is a box`, () =>
      expect(findPostOfficeBox(lines, country)).toEqual({ kind: "civil" }))
  }
  for (const { country, lines } of dwellings) {
    test(`${country ?? "any country"}: "${lines.join(", ")}" is no box`, () => expect(findPostOfficeBox(lines, country)).toBeNull())
  }
})

describe("military mail", () => {
  for (const { country, lines } of table(`
US PSC 1234 Box 5678 / APO, AE 09012
US CMR 480 Box 12 / APO AE 09128
US Unit 2050 Box 4190 / APO AP 96278-2050
US USS Example / FPO AP 96691
US Unit 9900 Box 0500 / DPO AE 09701
GB Sgt A Example / BFPO 58
`)) {
    test(`"${lines.join(", ")}" is told apart from a civil box`, () => {
      expect(findPostOfficeBox(lines, country)).toEqual({ kind: "military" })
      expect(isMilitaryAddress(lines)).toBe(true)
    })
  }
  test("a civil box is not military", () => expect(isMilitaryAddress(["PO Box 12", "Reno NV 89501"])).toBe(false))
})

test("an empty address and one of absurd size are both answered", () => {
  expect(findPostOfficeBox([], null)).toBeNull()
  expect(
    findPostOfficeBox(
      Array.from({ length: 5000 }, () => "b p ".repeat(5000)),
      null
    )
  ).toBeNull()
})
