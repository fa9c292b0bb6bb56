import { describe, expect, test } from "bun:test"
import { findAddressLabels } from "@vouchkit/core/verification/proof-of-address/extract/addresses/labels"
import { findNameLabels } from "@vouchkit/core/verification/proof-of-address/extract/parties/holder-labels"
import { skeletonOf } from "@vouchkit/core/verification/proof-of-address/extract/skeleton"

const said = (found: ReadonlyArray<{ readonly value: string; readonly start: number; readonly end: number }>, text: string) =>
  found.filter(({ end, start }) => start === 0 && end === text.length).map(({ value }) => value)

/** What a page calls its customer, where the customer lives, where the service is used, and where the issuer sits. */
const languages: ReadonlyArray<readonly [language: string, holder: string, own: string, premises: string | null, foreign: string]> = [
  ["Polish", "Płatnik", "Adres płatnika", "Miejsce poboru", "Adres siedziby"],
  ["Czech", "Poplatník", "Doručovací adresa", "Místo spotřeby", "Správce daně"],
  ["Slovak", "Daňovník", "Trvalé bydlisko", "Miesto odberu", "Správca dane"],
  ["Slovene", "Plačnik", "Naslov plačnika", "Naslov merilnega mesta", "Poslovalnica"],
  ["Croatian", "Platitelj", "Adresa korisnika", "Adresa OMM", "Primatelj"],
  ["Serbian", "Корисник услуге", "Адреса корисника", "Адреса мерног места", "Седиште"],
  ["Montenegrin", "Potrošač", "Adresa potrošača", "Mjerno mjesto", "Snabdjevač"],
  ["Macedonian", "Даночен обврзник", "Адреса на корисникот", "Место на потрошувачка", "Снабдувач"],
  ["Bulgarian", "Задължено лице", "Настоящ адрес", "Адрес на обекта", "Доставчик"],
  ["Ukrainian", "Власник рахунку", "Адреса споживача", "Адреса об'єкта", "Постачальник"],
  ["Russian", "Налогоплательщик", "Адрес плательщика", "Адрес объекта", "Поставщик"],
  ["Hungarian", "Felhasználó neve", "Értesítési cím", "Felhasználási cím", "Székhelye"],
  ["Romanian", "Contribuabil", "Domiciliu fiscal", "Adresa imobilului", "Punct de lucru"],
  ["Greek", "Υπόχρεος", "Διεύθυνση αλληλογραφίας", "Διεύθυνση ακινήτου", "Υποκατάστημα"],
  ["Turkish", "Mükellef", "İkamet adresi", "Kullanım yeri", "Merkez adresi"],
  ["Albanian", "Emri dhe mbiemri", "Vendbanimi", "Adresa e objektit", "Selia"],
  ["Estonian", "Korteriomanik", "Elukoht", "Tarbimiskoht", "Juriidiline aadress"],
  ["Latvian", "Maksātājs", "Deklarētā adrese", "Objekta adrese", "Juridiskā adrese"],
  ["Lithuanian", "Mokėtojas", "Gyvenamoji vieta", "Objekto adresas", "Buveinės adresas"],
  ["Icelandic", "Greiðandi", "Heimili", "Notkunarstaður", "Höfuðstöðvar"],
  ["Finnish", "Laskun saaja", "Postiosoite", "Käyttökohde", "Käyntiosoite"],
  ["Danish", "Betaler", "Folkeregisteradresse", "Måleradresse", "Betalingsmodtager"],
  ["Maltese", "Klijent", "Indirizz postali", "Indirizz tas-servizz", "Uffiċċju reġistrat"],
  ["Catalan", "Titular del contracte", "Adreça postal", "Adreça de subministrament", "Domicili social"],
  ["Basque", "Titularra", "Helbidea", "Hornidura helbidea", "Egoitza soziala"],
  ["Galician", "Titular do contrato", "Enderezo", "Punto de subministración", "Domicilio social"],
  ["Indonesian", "Nama Pelanggan", "Alamat Tagihan", "Alamat Pemasangan", "Kantor Pusat"],
  ["Malay", "Nama Pemilik", "Alamat Surat-menyurat", "Lokasi Harta", "Pejabat Berdaftar"],
  ["Vietnamese", "Tên khách hàng", "Địa chỉ liên hệ", "Địa chỉ sử dụng điện", "Trụ sở chính"],
  ["Tagalog", "Pangalan ng Kostumer", "Tirahan", "Lugar ng serbisyo", "Return to"],
  ["Thai", "ผู้ใช้ไฟฟ้า", "ที่อยู่จัดส่ง", "สถานที่ใช้ไฟฟ้า", "สาขา"],
  ["Swahili", "Jina la mteja", "Anwani", null, "Makao makuu"],
  ["Arabic", "اسم المشترك", "عنوان السكن", "عنوان العداد", "المركز الرئيسي"],
  ["English of Ghana", "Ratepayer name", "House address", "Customer location", "District office"],
  ["English of Pakistan", "Name & Address", "Present address", "Meter location", "Sub division office"],
  ["Spanish of Peru", "Nombres y Apellidos", "Domicilio real", "Ubicación del predio", "Lugar de pago"],
  ["Portuguese of Brazil", "Pagador", "Endereço de entrega", "Endereço da unidade consumidora", "Local de pagamento"],
  ["French of Senegal", "Nom et prénoms du client", "Lieu de résidence", "Lieu de branchement", "Agence commerciale"]
]

describe("labels of people and of addresses", () => {
  for (const [language, holder, own, premises, foreign] of languages) {
    test(language, () => {
      expect(said(findNameLabels(skeletonOf(holder), false), holder)).toContain("holder")
      expect(said(findAddressLabels(skeletonOf(own), false), own)).toContain("own")
      if (premises !== null) expect(said(findAddressLabels(skeletonOf(premises), false), premises)).toContain("premises")
      expect(said(findAddressLabels(skeletonOf(foreign), false), foreign)).toContain("foreign")
    })
  }
})
