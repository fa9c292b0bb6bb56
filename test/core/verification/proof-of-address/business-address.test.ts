import { describe, expect, test } from "bun:test"
import { isBusinessAddress } from "@vouchkit/core/verification/proof-of-address/business-address"

/** One address a line: country (or "-"), then its lines separated by " / ". */
const table = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((row) => {
      const [country = "-", ...rest] = row.trim().split(" ")
      return { country: country === "-" ? null : country, lines: rest.join(" ").split(" / ") }
    })

const businesses = table(`
GB Acme Trading Ltd / 12 High Street / Leeds LS1 1AA
GB Acme Trading Limited / Unit 5 / Slough SL1 2AB
GB Smith & Sons LLP / 4 King Street / Bristol
GB Registered office: 9 Queen Square / Bath
GB Unit 7, Riverside Business Park / Norwich NR1 1AA
GB Unit 3 Trading Estate / Mill Road / Hull
GB Office 12, Kemp House / 152-160 City Road / London EC1V 2NX
GB 71-75 Shelton Street / London WC2H 9JQ
GB 20-22 Wenlock Road / London N1 7GU
GB Floor 3, Suite 12 / 40 Bank Street / London E14
GB c/o Brown Accountants, Suite 4 / 1 Market Place / York
GB Regus, 1 Broad Street / Reading
US Acme Holdings LLC / 500 Main Street / Reno NV 89501
US Acme Corp / 500 Main Street / Reno NV 89501
US Widgets Inc. / 4 Elm Street / Boise ID
US 500 Main Street, Suite 210 / Dallas TX 75201
US 123 Main St / Ste 400 / Tampa FL 33602
US 1209 N Orange Street / Wilmington DE 19801
US 30 N Gould St Ste R / Sheridan WY 82801
US The UPS Store #4512 / 88 Pine Street / Tacoma WA
US Mailbox 221 / 55 Oak Avenue / Miami FL
US Level 12, Salesforce Tower / 415 Mission Street / San Francisco
IE Acme Teoranta Business Centre / Galway
DE Muster GmbH / Hauptstraße 5 / 10115 Berlin
DE Muster GmbH & Co. KG / Industriestraße 5 / 70565 Stuttgart
DE Beispiel AG / Königsallee 1 / 40212 Düsseldorf
DE Beispiel UG (haftungsbeschränkt) / Am Markt 2 / 28195 Bremen
DE Gewerbepark Süd 12 / 93055 Regensburg
DE Büro 4, Hansaring 10 / 50670 Köln
AT Muster e.U. Geschäftsadresse / Ring 1 / 1010 Wien
CH Muster AG / Bahnhofstrasse 1 / 8001 Zürich
CH Exemple Sàrl / Rue du Rhône 5 / 1204 Genève
FR Exemple SARL / 5 rue de la Paix / 75002 Paris
FR Exemple SAS / 12 avenue Foch / 69006 Lyon
FR Siège social: 8 rue Royale / 75008 Paris
FR Zone industrielle Nord / 59000 Lille
FR 12 Parc d'activités des Chênes / 44000 Nantes
FR Centre d'affaires Étoile / 75017 Paris
BE Voorbeeld BV / Kerkstraat 5 / 2000 Antwerpen
NL Voorbeeld B.V. / Keizersgracht 5 / 1015 CJ Amsterdam
NL Bedrijventerrein De Vaart 3 / 1300 AA Almere
ES Ejemplo S.L. / Calle Mayor 5 / 28013 Madrid
ES Polígono industrial Sur, nave 4 / 41012 Sevilla
ES Oficina 301 / Gran Vía 5 / Madrid
PT Exemplo Lda / Rua Augusta 5 / 1100-048 Lisboa
BR Exemplo Ltda / Avenida Paulista 1000 / São Paulo
BR Avenida Paulista 1000, Sala 1201 / São Paulo - SP
CL Of. 503, Av. Providencia 1208 / Santiago
MX Ejemplo S. de R.L. / Av. Reforma 5 / CDMX
IT Esempio S.r.l. / Via Roma 5 / 20121 Milano
IT Esempio S.p.A. / Corso Italia 1 / 10121 Torino
IT Zona industriale, capannone 5 / 35127 Padova
PL Przykład Sp. z o.o. / ul. Prosta 5 / 00-838 Warszawa
CZ Příklad s.r.o. / Dlouhá 5 / 110 00 Praha
SK Príklad s. r. o. / Hlavná 1 / Košice
HU Példa Kft. / Fő utca 1 / 1011 Budapest
RO Exemplu SRL / Strada Lungă 5 / Brașov
BG Пример ЕООД / ул. Раковски 5 / София
HR Primjer d.o.o. / Ilica 5 / 10000 Zagreb
SE Exempel AB / Storgatan 5 / 111 22 Stockholm
FI Esimerkki Oy / Mannerheimintie 5 / 00100 Helsinki
NO Eksempel AS / Karl Johans gate 5 / 0154 Oslo
DK Eksempel ApS / Bredgade 5 / 1260 København
EE Näide OÜ / Pärnu mnt 5 / Tallinn
LT Pavyzdys UAB / Gedimino pr. 5 / Vilnius
LV SIA Piemērs / Brīvības iela 5 / Rīga
GR Παράδειγμα Α.Ε. / Ερμού 5 / Αθήνα
TR Örnek Ltd. Şti. / Atatürk Cad. 5 / Ankara
RU ООО «Пример» / ул. Ленина 5 / Москва
RU Москва, ул. Тверская 5 / офис 12
UA ТОВ Приклад / вул. Хрещатик 5 / Київ
KZ Бизнес-центр Нурлы Тау / Алматы
AE Example FZE / Office 1203, Al Saqr Tower / Dubai
AE Example L.L.C / Sheikh Zayed Road / Dubai
SA شركة المثال / شارع العليا / الرياض
IL דוגמה בע"מ / רחוב הרצל 5 / תל אביב
IN Example Private Limited / 14 MG Road / Bengaluru
IN Example Pvt Ltd / 14 MG Road / Pune
IN Office No. 5, Sai Plaza / FC Road / Pune
SG Example Pte Ltd / 10 Anson Road / Singapore
MY Contoh Sdn Bhd / Jalan Ampang 5 / Kuala Lumpur
ID PT Contoh Jaya / Jalan Sudirman 5 / Jakarta
AU Example Pty Ltd / 5 George Street / Sydney NSW
NZ Example Limited / 5 Queen Street / Auckland
ZA Example (Pty) Ltd / 5 Long Street / Cape Town
CN 示例有限公司 / 北京市朝阳区建国路 88 号
TW 範例股份有限公司 / 台北市信義路 5 號
JP 株式会社サンプル / 東京都千代田区丸の内1-1
JP サンプル合同会社 / 大阪市北区1-1
KR 주식회사 예시 / 서울시 강남구 테헤란로 5
`)

const homes = table(`
GB Flat 3, Floor 2 / Tower House, 5 High Street / Leeds LS1 1AA
GB 12 Corporation Street / Birmingham B2 4LP
GB 4 Company Street / Swindon
GB 9 Office Road / Hartlepool
GB 27 Industrial Street / Todmorden
GB 5 The Limes / Limited Lane / Bath
GB 14 Business Street / Derby
GB Ground Floor Flat, 18 Elm Grove / Brighton
GB First Floor, 18 Elm Grove / Brighton
GB Apartment 12, Trade Tower / Coral Row / London
GB Unit 4, 22 Dock Street / Liverpool
GB 3 Enterprise Park Road / Ayr
GB The Old Mill / Mill Lane / Frome
GB c/o Mrs A Example / 12 High Street / Leeds
GB 71 Shelton Street / Derby
GB Studio 5, Level 3 / Student Village / Leicester
US 123 Main Street Apt 4B / Reno, NV 89501
US 500 Elm Street / Las Vegas NV 89101
US 77 Oak Avenue / Denver CO 80202
US Building 5, Apt 12, 900 Lake Drive / Tampa FL 33602
US 12 Incline Village Road / Incline Village NV
US 8 Market Plaza Apt 3 / Miami FL
US 4 Suite Lane / Macon GA
US 1209 Orange Street / Redlands CA
CA 1205 - 99 Bay Street / Calgary AB T2P 1J9
CA 12 Maple Road / Calgary AB
AU 5 King Street / Adelaide SA 5000
AU Unit 7, 12 Beach Road / Perth WA 6000
AU Level 4, 12 Beach Road / Perth WA 6000
DE Hauptstraße 5, 3. OG / 10115 Berlin
DE Industriestraße 12 / 70565 Stuttgart
DE Gewerbestraße 3 / 79539 Lörrach
DE bei Müller, Whg 12 / Lindenweg 4 / 50667 Köln
DE c/o Schmidt / Lindenweg 4 / 50667 Köln
CH Dorfstrasse 5 / 5000 Aarau AG
AT Getreidegasse 9/2/14 / 5020 Salzburg
FR Appartement 12, 3ème étage / 5 rue de la Paix / 75002 Paris
FR Résidence Les Chênes, Bât. B / 12 avenue Foch / 69006 Lyon
FR Chez M. Exemple / 5 rue Royale / 59000 Lille
FR 8 rue des Entrepreneurs / 75015 Paris
BE Kerkstraat 5 bus 12 / 2000 Antwerpen
NL Bureaustraat 5 / 1015 CJ Amsterdam
NL Keizersgracht 5-II / 1015 CJ Amsterdam
ES Calle Mayor 5, piso 3, puerta B / 28013 Madrid
ES Calle del Polígono 5, 2º izda / 41012 Sevilla
PT Rua da Sala 5, 2º Dto / 1100-048 Lisboa
BR Rua das Flores 12, apto 34 / São Paulo - SP
CL Av. Providencia 1208, depto 503 / Santiago
MX Calle Oficina 12 / 06010 Ciudad de México
AR Av. Corrientes 1425, piso 4, depto B / Buenos Aires
IT Via Roma 5, scala A, interno 12 / 20121 Milano
IT Via dell'Industria 5 / 35127 Padova
PL ul. Biurowa 5 m. 12 / 00-838 Warszawa
PL ul. Prosta 5/12 / 00-838 Warszawa
CZ Dlouhá 5, byt 12 / 110 00 Praha
SK Hlavná 1, byt 3 / Košice
HU Fő utca 1. 3. emelet 2. ajtó / 1011 Budapest
RO Strada Lungă 5, bl. A, sc. 2, ap. 12 / Brașov
SE Storgatan 5, lgh 1203 / 111 22 Stockholm
FI Mannerheimintie 5 A 12 / 00100 Helsinki
NO Karl Johans gate 5, H0301 / 0154 Oslo
DK Bredgade 5, 3. tv / 1260 København
GR Ερμού 5, 3ος όροφος / Αθήνα
TR Atatürk Cad. No 5, Kat 3, Daire 12 / Ankara
RU ул. Ленина, д. 5, кв. 12 / Москва
UA вул. Хрещатик 5, кв. 12 / Київ
AE Villa 12, Street 5 / Jumeirah, Dubai
AE Apartment 1203, Marina Tower / Dubai Marina
SA فيلا 12 شارع العليا / الرياض
IL רחוב הרצל 5, דירה 12 / תל אביב
IN C/O Ramesh Kumar, H.No. 12, 2nd Floor / Karol Bagh, New Delhi 110005
IN Flat No 5, B Wing, Third Floor, Sai Tower / Thane 400601
IN S/O Mohan Lal, Ward 5 / Rampur
IN Plot 12, Industrial Area Phase 1 / Chandigarh
SG Blk 123 Ang Mo Kio Ave 3 #05-12 / Singapore 560123
HK Flat B, 12/F, Tower 3 / Taikoo Shing, Hong Kong
MY No 12, Jalan Limau 5 / 50450 Kuala Lumpur
ID Jalan Sudirman 5, RT 3 RW 2 / Jakarta
PH Unit 1203, Tower 2, Sunrise Residences / Makati
CN 北京市朝阳区建国路 88 号 3 号楼 1203 室
JP 東京都千代田区丸の内1-1-1 サンプルマンション 203号室
KR 서울시 강남구 테헤란로 5, 101동 1203호
TH 12/3 ถนนสุขุมวิท / กรุงเทพ 10110
VN 12 Nguyễn Huệ, tầng 3 / Hồ Chí Minh
`)

describe("places of business", () => {
  for (const { country, lines } of businesses) {
    test(`${country ?? "any country"}: "${lines.join(", ")}" is a business`, () => expect(isBusinessAddress(lines, country)).toBe(true))
  }
})

describe("homes", () => {
  for (const { country, lines } of homes) {
    test(`${country ?? "any country"}: "${lines.join(", ")}" is a home`, () => expect(isBusinessAddress(lines, country)).toBe(false))
  }
})

test("care of a relative counts for nothing in India and is weak elsewhere", () => {
  expect(isBusinessAddress(["c/o Brown, Floor 3", "40 Bank Street"], "GB")).toBe(true)
  expect(isBusinessAddress(["C/O Brown, Floor 3", "40 Bank Street"], "IN")).toBe(false)
})

test("an empty address and one of absurd size are both answered", () => {
  expect(isBusinessAddress([], null)).toBe(false)
  expect(
    isBusinessAddress(
      Array.from({ length: 5000 }, () => "a b c ".repeat(5000)),
      null
    )
  ).toBe(false)
})
