import { describe, expect, test } from "bun:test"
import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import { printedPage } from "../../../support/printed-page.ts"

const kindOf = (title: string, country: string) =>
  extractProofOfAddress(
    { lines: printedPage(`#  ${title}\n\n\n     09.11.2026`), page_count: 1, source: "text_layer" },
    { declared_type: null, declared_country: country, today: "2026-11-23" }
  ).document_type_detected

/** A type, and by country the titles that name it. */
const titles = `
council_tax_bill | CR | Aviso de cobro administrativo; Estado de cuenta municipal
council_tax_bill | DE | Abfallgebührenbescheid 2026; Straßenreinigungsgebührenbescheid; Bescheid über Grundbesitzabgaben
council_tax_bill | EC | Impuesto predial rústico 2026
council_tax_bill | FR | Redevance d'enlèvement des ordures ménagères
council_tax_bill | LT | Vietinė rinkliava už komunalinių atliekų tvarkymą
council_tax_bill | CZ | Místní poplatek za obecní systém odpadového hospodářství
utility_bill | AL | Faturë e energjisë elektrike
utility_bill | BG | Фактура за електрическа енергия; Сметка за вода; Изравнителна сметка
utility_bill | CZ | Vyúčtování za sdružené služby dodávky plynu; Faktura za vodu; Vyúčtování služeb spojených s užíváním bytu
utility_bill | EE | Elektriarve; Gaasiarve; Veearve; Korteriühistu arve
utility_bill | GR | Λογαριασμός Ηλεκτρικού Ρεύματος; Λογαριασμός Νερού; Ειδοποίηση κοινοχρήστων
utility_bill | HR | Račun za električnu energiju; Račun za plin; Račun za komunalne usluge
utility_bill | HU | Villamosenergia elszámoló számla; Földgázszámla; Vízszámla; Távhőszámla
utility_bill | ID | Tagihan rekening air; Tagihan listrik
utility_bill | IS | Rafmagn og heitt vatn; Rafmagnsreikningur
utility_bill | LT | Sąskaita už elektros energiją; Sąskaita už šilumą; Komunalinių paslaugų sąskaita
utility_bill | LV | Rēķins par elektroenerģiju; Rēķins par ūdeni; Rēķins par komunālajiem pakalpojumiem
utility_bill | MA | Facture d'eau et d'électricité; فاتورة الماء والكهرباء
utility_bill | MK | Сметка за електрична енергија; Сметка за вода
utility_bill | MY | Bil Elektrik Anda; Bil Air
utility_bill | PE | Recibo de energía eléctrica
utility_bill | PK | Domestic Gas Bill; Electricity consumer bill
utility_bill | PL | Rozliczenie paliwa gazowego; Rachunek za wodę
utility_bill | RO | Factură de energie electrică; Listă de întreținere
utility_bill | RS | Рачун за електричну енергију; Račun za grejanje
utility_bill | RU | Счет за коммунальные услуги; Платежный документ
utility_bill | SI | Račun za električno energijo; Račun za komunalne storitve
utility_bill | SK | Vyúčtovacia faktúra; Vyúčtovanie za dodávku pitnej vody
utility_bill | TR | Elektrik faturası; Su ve atıksu borç bildirimi
utility_bill | UA | Рахунок за електричну енергію; Рахунок за газ
utility_bill | VN | Hóa đơn tiền điện; Hóa đơn tiền nước
telecom_bill | EE | Internetiarve; Sideteenuste arve
telecom_bill | HR | Račun za telekomunikacijske usluge
telecom_bill | HU | Internetszámla
telecom_bill | LT | Sąskaita už internetą
telecom_bill | LV | Rēķins par interneta un TV pakalpojumiem
telecom_bill | SK | Faktúra za telekomunikačné služby
telecom_bill | UA | Рахунок за інтернет
telecom_bill | VN | Hóa đơn cước viễn thông
bank_statement | BG | Извлечение от сметка
bank_statement | EE | Konto väljavõte
bank_statement | GR | Αντίγραφο κίνησης λογαριασμού
bank_statement | HR | Izvadak po tekućem računu
bank_statement | ID | Laporan mutasi rekening
bank_statement | IS | Reikningsyfirlit
bank_statement | LT | Sąskaitos išrašas
bank_statement | LV | Konta izraksts
bank_statement | MY | Penyata akaun simpanan
bank_statement | RS | Извод по текућем рачуну
bank_statement | SI | Izpisek prometa na računu
bank_statement | UA | Виписка з рахунку
credit_card_statement | HR | Izvadak po kreditnoj kartici
credit_card_statement | LT | Kredito kortelės išrašas
council_tax_bill | BG | Данък върху недвижимите имоти
council_tax_bill | CZ | Místní poplatek za komunální odpad
council_tax_bill | EE | Maamaksuteade
council_tax_bill | GH | Property Rate Bill
council_tax_bill | HR | Rješenje o komunalnoj naknadi
council_tax_bill | HU | Építményadó megállapítása
council_tax_bill | IS | Álagning fasteignagjalda
council_tax_bill | LV | Nekustamā īpašuma nodokļa paziņojums
council_tax_bill | MA | Taxe de services communaux
council_tax_bill | PE | Estado de cuenta corriente tributario
council_tax_bill | RO | Înștiințare de plată
council_tax_bill | SK | Daň z nehnuteľností
insurance_statement | EE | Kodukindlustuse lepingu uuendamine
insurance_statement | HU | Lakásbiztosítás
insurance_statement | LV | Apdrošināšanas polise
insurance_statement | RS | Полиса осигурања
lease_agreement | EE | Eluruumi üürileping
lease_agreement | LV | Dzīvojamās telpas īres līgums
residence_certificate | IS | Búsetuvottorð
residence_certificate | LT | Pažyma apie deklaruotą gyvenamąją vietą
residence_certificate | UA | Довідка про місце проживання`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

describe.each(titles)("%s of %s", (type, country, list = "") => {
  test(list, () => {
    const found = list.split("; ").map((title) => `${title}: ${kindOf(title, country ?? "")}`)
    expect(found).toEqual(list.split("; ").map((title) => `${title}: ${type}`))
  })
})
