import { describe, expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { printedPage } from "../../../support/printed-page.ts"

const issued = (page: string, country: string) => {
  const { issuer, issuer_recognised } = readProofOfAddress(
    { lines: printedPage(page), page_count: 1, source: "text_layer" },
    { declared_type: "utility_bill", declared_country: country, today: "2026-11-23" }
  )
  return { issuer, issuer_recognised }
}

/** A country and names as they stand in a letterhead. */
const names = `
AE | Falcon Islamic Bank PJSC; Oasis Gate Water WLL
AL | Ujësjellës Kanalizime Korçë sh.a.
BA | Elektroprivreda Vrbasa d.d.; Vodovod Ilidža d.o.o.; Općina Novi Dol
BG | Топлофикация Искър ЕАД; Община Дряново
BY | РУП Гродноэнерго
CZ | Jihomoravský plyn, a.s.; Severofon s.r.o.; Obec Horní Lhotka; Bytové družstvo Lípa
EE | Emajõe Elekter AS; Korteriühistu Mahtra 14; Kanepi vallavalitsus; OÜ Soojus
ES | Ajuntament de Vilanova; Donostiako Udala
GE | Tbilisi Water LLC
GH | Volta Basin Electricity Company Ltd; Nabdam District Assembly
GR | Αττική Ενέργεια Α.Ε.; Δ.Ε.Υ.Α. Βιάννου; Δήμος Ρεθύμνης
HR | Marjan Telekom d.d.; Slavonska Opskrba d.o.o.; Općina Lovrečina; Vodovod Neretva j.d.o.o.
HU | Tiszaparti Áram Kft.; Bükkalja Takarékbank Zrt.; Bodrogi Közös Önkormányzati Hivatal; Mátrai Víz Nyrt.
ID | PT Nusa Serat Telekomunikasi; PERUMDA Air Minum Tirta Toba; PT Bank Sentosa Raya Tbk
IE | Comhairle Contae Mhaigh Eo
IS | Faxaorka ohf.; Suðurnet hf.; Norðurþingsýsla sveitarfélag; Húsfélagið Tjarnarbraut 6
JP | Musashi Gas Co., Ltd.; Hakuba Village Office
LT | UAB Vilnelės vandenys; Nemuno energija AB; Molėtų rajono savivaldybė
LV | SIA "Latgales Elektrums"; Balttīkls SIA; Piebalgas novada pašvaldība; AS "Daugavas banka"
MA | Régie Bouregreg Eau et Électricité; Banque Atlas Populaire S.A.
MK | Водовод Вардар ДООЕЛ; Општина Велес
MY | Tenaga Semenanjung Berhad; Majlis Perbandaran Lembah Kulim; Jalur Utara Sdn Bhd
PE | Luz del Rímac S.A.A.; Municipalidad Distrital de San Sebastián; Agua del Sur E.P.S.
PK | Khyber Natural Gas Limited; Indus Commercial Bank (Pvt) Ltd
PL | Wspólnota Mieszkaniowa Wrzosowa 14; Spółdzielnia Mieszkaniowa Zgoda
RO | Energia Prahovei Furnizare S.A.; Primăria Comunei Chiuza Mare; Asociația de proprietari bl. C3
RS | ЈКП Водовод Младеновац; Електродистрибуција Морава д.о.о.; Општина Чока
RU | ООО Энергосбыт Ветлуга; ПАО Банк Кострома
SI | Elektro Drava d.d.; Občina Kungota
SK | Zemplínska vodárenská spoločnosť, a.s.; Obec Malá Mača; Dunajská sporobanka, a.s.
TR | Anka Yatırım Bankası A.Ş.; Eğil Belediyesi; Boğaz Gaz Ltd. Şti.
UA | ТОВ «Подільські Енергомережі»; КП Водоканал; Селищна рада Буча
VN | Công ty TNHH Nước Sạch Hồng Hà; Công ty Cổ phần Viễn thông Sông Cầu
ZA | Langeberg Munisipaliteit; Karoo Power (Pty) Ltd`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

describe.each(names)("letterheads of %s", (country, list = "") => {
  test(list, () => {
    for (const name of list.split("; ")) {
      const found = issued(`   ${name}\n\n\n\n\n   Other things\n   Tel. 012 3456`, country)
      const bare = (text: string | null) => text?.replace(/[".]+$/, "")
      expect({ ...found, issuer: bare(found.issuer) }).toEqual({ issuer: bare(name), issuer_recognised: true })
    }
  })
})

describe("what stands above the name of an issuer is none", () => {
  test.each([
    ["GH", "REPUBLIC OF GHANA", "Nabdam District Assembly"],
    ["GR", "ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ", "Δ.Ε.Υ.Α. Βιάννου"],
    ["MA", "Ministère de l'Économie et des Finances", "Trésorerie Générale du Haouz"],
    ["HR", "ISTARSKA ŽUPANIJA", "Općina Lovrečina"],
    ["RO", "JUDEȚUL BIHOR", "Primăria Comunei Chiuza Mare"],
    ["PL", "WÓJT GMINY KAMIONKA", "Urząd Gminy Kamionka"]
  ])("%s %s", (country, above, name) =>
    expect(issued(`   ${above}\n   ${name}\n\n\n\n   Other things`, country)).toEqual({ issuer: name, issuer_recognised: true })
  )
})

describe("a label or a row of a table is no issuer", () => {
  test.each([
    ["IS", "   Greiðandi:         Katarzyna Wiśniewska\n   Kennitala:         220191-2449"],
    ["EE", "   Külm vesi ja kanal        414,2        417,9        3,7       3,28       12,14"]
  ])("%s", (country, lines) => expect(issued(`${lines}\n\n   12,14`, country).issuer).toBeNull())
})

/** A country, who asks for the money, and the bank that it goes to. */
const paidTo = `
CZ | Technické služby Lhota | Bankovní spojení: Moravská banka, a.s.
DE | Abfallwirtschaftsbetrieb Auental | Bankverbindung: Auentaler Sparbank eG, IBAN DE18 1506 1844 0000 4418 22
FR | Communauté de communes du Val Clair | Domiciliation : Crédit du Val S.A.
IT | Consorzio Valle Verde | Conto corrente: Banca della Valle S.p.A.`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

describe("the bank that payments go to has issued nothing", () => {
  test.each(paidTo)("%s: %s", (country, issuer = "", bank = "") => {
    const page = `   ${issuer}\n   09.11.2026\n\n\n\n\n   Total 44,18\n\n\n\n   ${bank}`
    expect(issued(page, country).issuer).toBe(issuer)
  })
})

describe("works and councils of further countries are known for authorities", () => {
  const bodies = `
BD | Gomti Palli Bidyut Samity-2
DE | Abfallwirtschaftsbetrieb Auental
LK | Kandana Pradeshiya Sabha
LT | Aukštaitijos atliekų tvarkymo centras`
    .trim()
    .split("\n")
    .map((line) => line.split(" | "))
  test.each(bodies)("%s: %s", (country, name = "") => {
    expect(issued(`   ${name}\n   09.11.2026\n\n\n   Total 44,18`, country)).toEqual({ issuer: name, issuer_recognised: true })
  })
})
