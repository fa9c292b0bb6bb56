import type { DatePhrases } from "../label.ts"

/** Labels of dates in the other languages. */
export const otherDatePhrases: DatePhrases = [
  // Polish
  [
    `
    data wystawienia|data faktury|wystawiono dnia|wystawiono|data wyciągu|data wydania|wydano dnia|data sporządzenia|sporządzono|
    data dokumentu|wyciąg z dnia|faktura z dnia|data decyzji|data wydruku|zaświadczenie z dnia`,
    "issue"
  ],
  ["data|dnia|z dnia", "date"],
  ["saldo na dzień|stan na dzień", "balance"],
  [
    `
    okres rozliczeniowy|okres|za okres|okres rozliczenia|okres zużycia|wyciąg za okres|za okres od|okres od|za miesiąc|miesiąc|
    rok podatkowy|za rok|na rok|okres ubezpieczenia|okres sprzedaży|lista płac za|wynagrodzenie za|okres fakturowania|
    zestawienie operacji za okres`,
    "period"
  ],
  ["data początkowa|data od|od dnia", "period_start"],
  ["data końcowa|data do|do dnia", "period_end"],
  ["data ważności|ważny do|termin ważności|ważność", "valid_until"],
  ["okres najmu|czas trwania umowy|umowa zawarta na czas", "term"],
  ["rozpoczyna się|obowiązuje od|umowa obowiązuje od|najem od|rozpoczęcie najmu", "term_start"],
  ["kończy się|obowiązuje do|zakończenie najmu|najem do|umowa wygasa", "term_end"],
  [
    `
    termin płatności|termin zapłaty|płatne do|zapłać do|do zapłaty do|data płatności|data urodzenia|urodzony|urodzona|ur|odczyt|
    data odczytu|wskazanie|data zapłaty|data księgowania|data operacji|data waluty|następna faktura|poprzednia faktura|
    data zawarcia umowy|umowa z dnia|koniec umowy|data zatrudnienia|zatrudniony od|zatrudniona od|zameldowany od|zameldowana od|
    ustawa z dnia|ustawy z dnia|klient od|data sprzedaży|data zameldowania`,
    "other"
  ],
  // Nordic, Central European, Baltic, Greek, Turkish, Russian and East Asian
  [
    `
    udskrevet|udskrevet den|regningsdato|udsendt|udsendt den|udsendelsesdato|opgørelsesdato|dannet|dannet den|opkrævningsdato|
    udskrivningsdato|kontoudskrift pr|kontoudtog pr|brevdato|dato for udstedelse|udstedt den|udstedt dato|udfærdiget|udfærdiget den|
    fakturadag|faktureringsdato|fakturering den|utskriftsdato|utskrevet|utskrevet den|utskrevet dato|utstedt den|utstedt dato|utsendt|
    utsendt den|utsendelsesdato|sendt dato|fakturert dato|fakturert|dato for utstedelse|kontoutskrift per|dokumentdato|vedtaksdato|
    utskriven|utskriven den|utskrivet|utskrivet den|utskriftsdag|utfärdandedatum|utfärdandedag|utfärdad den|utfärdat den|fakturans datum|
    faktura datum|utställd|utställd den|utställandedatum|skapad|skapad den|avidatum|avins datum|beslutsdatum|datum för utfärdande|
    räkningsdatum|räkningens datum|dokumentdatum|brevets datum|skickad|skickad den|
    tulostettu|tulostuspvm|laskupvm|laskun pvm|tiliotepäivä|tiliotteen päivä|tiliotteen pvm|antopäivä|myöntämispäivä|annettu|annettu pvm|
    päätöspäivä|päätöksen päivä|laadittu|laatimispäivä|laskutettu|kirjeen päiväys|todistuksen päiväys|
    fakturadatum|fakturadato|faktureringsdatum|utskriftsdatum|utstedt|utstedelsesdato|udstedt|udstedelsesdato|udskriftsdato|utfärdad|
    utfärdat|kontoutdrag per|fakturaens dato|laskun päivä|laskupäivä|laskutuspäivä|laskun päivämäärä|laskun päiväys|päiväys|tulostuspäivä|datum vystavení|datum vyhotovení|
    vystaveno dne|dátum vystavenia|dátum vyhotovenia|vystavené|számla kelte|kiállítás dátuma|kiállítás kelte|kelte|kelt|data emiterii|
    data facturii|datum izdavanja|datum računa|datum izdaje|ημερομηνία έκδοσης|ημ έκδοσης|ημερομηνία λογαριασμού|fatura tarihi|
    düzenleme tarihi|düzenlenme tarihi|belge tarihi|ekstre tarihi|hesap kesim tarihi|дата выдачи|дата выставления|дата документа|
    дата формирования|дата счета|дата рахунку|дата видачі|дата на издаване|發行日|発行日|発行年月日|開立日期|出單日期|账单日期|帳單日期|结单日期|작성일|발행일|발급일|ngày lập|
    ngày hóa đơn|tanggal cetak|tanggal terbit|tarikh bil|تاريخ الإصدار|تاريخ الفاتورة|تاريخ إصدار`,
    "issue"
  ],
  ["dato|pvm|päivämäärä|dátum|kelt|dátum|ημερομηνία|tarih|дата|от|日期|日付|날짜|ngày|tanggal|tarikh|التاريخ|तारीख", "date"],
  [
    `
    fakturaperiod|fakturaperiode|faktureringsperiode|avregningsperiode|perioden|kontoutdrag för perioden|laskutuskausi|laskutusjakso|
    jakso|ajalta|zúčtovací období|fakturační období|období|zúčtovacie obdobie|fakturačné obdobie|obdobie|elszámolási időszak|időszak|
    perioada de facturare|perioada|obračunsko razdoblje|obračunsko obdobje|razdoblje|obdobje|περίοδος κατανάλωσης|περίοδος|
    fatura dönemi|dönem|dönemi|период|расчетный период|отчетный период|период з|період|ご利用期間|使用期間|計費期間|账单周期|청구기간|사용기간|kỳ hóa đơn|kỳ|
    periode tagihan|tempoh bil|فترة الفاتورة|الفترة|inkomstår|indkomstår|skatteår`,
    "period"
  ],
  [
    `
    gyldig til|gäller till och med|giltig till|voimassa asti|platnost do|platné do|érvényes|valabil până la|vrijedi do|velja do|
    geçerlilik tarihi|son geçerlilik|действителен до|срок действия|有效期限|有効期限|ισχύει έως`,
    "valid_until"
  ],
  [
    `
    förfallodatum|förfallodag|forfallsdato|forfald|forfaldsdato|betalingsfrist|betales senest|oss tillhanda|sista betalningsdag|
    eräpäivä|datum splatnosti|splatnost|dátum splatnosti|splatnosť|fizetési határidő|data scadenței|scadența|scadent la|termen de plată|
    rok plaćanja|datum dospijeća|rok plačila|λήξη πληρωμής|ημερομηνία λήξης|εξόφληση έως|son ödeme tarihi|срок оплаты|оплатить до|
    сплатити до|fødselsdato|födelsedatum|född|født|fødd|syntymäaika|syntynyt|datum narození|narozen|dátum narodenia|születési dátum|
    született|data nașterii|născut|datum rođenja|datum rojstva|ημερομηνία γέννησης|doğum tarihi|дата рождения|дата народження|生年月日|出生日期|
    생년월일|ngày sinh|tanggal lahir|tarikh lahir|تاريخ الميلاد|تاريخ الاستحقاق|支払期限|お支払期限|繳費期限|到期日|납기일|납부기한|hạn thanh toán|jatuh tempo|
    målaravläsning|lukema|odečet|leolvasás|okuma tarihi|показания`,
    "other"
  ]
]
