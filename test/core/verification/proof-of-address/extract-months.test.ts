import { describe, expect, test } from "bun:test"
import { writtenDates } from "@vouchkit/core/verification/proof-of-address/extract/dates/written-dates"

/** A language, the day 18 as it prints it (`M` is the month) and its twelve months, in the form that stands in a date. */
const months = `
Albanian | 18 M 2026 | janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor
Afrikaans | 18 M 2026 | Januarie Februarie Maart April Mei Junie Julie Augustus September Oktober November Desember
Arabic, east | 18 M 2026 | كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول
Arabic, Morocco | 18 M 2026 | يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر
Arabic, Tunisia | 18 M 2026 | جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر
Armenian | 2026 թ. M 18 | հունվարի փետրվարի մարտի ապրիլի մայիսի հունիսի հուլիսի օգոստոսի սեպտեմբերի հոկտեմբերի նոյեմբերի դեկտեմբերի
Azerbaijani | 18 M 2026 | yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr
Basque | 2026ko M 18a | urtarrilaren otsailaren martxoaren apirilaren maiatzaren ekainaren uztailaren abuztuaren irailaren urriaren azaroaren abenduaren
Belarusian | 18 M 2026 г. | студзеня лютага сакавіка красавіка мая чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня
Bengali | ১৮ M ২০২৬ | জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
Bulgarian | 18 M 2026 г. | януари февруари март април май юни юли август септември октомври ноември декември
Catalan | 18 de M de 2026 | gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
Croatian | 18. M 2026. | siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
Czech | 18. M 2026 | ledna února března dubna května června července srpna září října listopadu prosince
Czech, short | 18. M 2026 | led úno bře dub kvě čvn čvc - září říj - pro
Danish | 18. M 2026 | januar februar marts april maj juni juli august september oktober november december
Estonian | 18. M 2026 | jaanuaril veebruaril märtsil aprillil mail juunil juulil augustil septembril oktoobril novembril detsembril
Faroese | 18. M 2026 | januar februar mars apríl mai juni juli august september oktober november desember
Filipino | ika-18 ng M, 2026 | Enero Pebrero Marso Abril Mayo Hunyo Hulyo Agosto Setyembre Oktubre Nobyembre Disyembre
Finnish | 18. M 2026 | tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
Galician | 18 de M de 2026 | xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro
Georgian | 2026 წლის 18 M | იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი
Greek | 18ης M 2026 | Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου
Haitian | 18 M 2026 | janvye fevriye mas avril me - jiyè - septanm oktòb novanm desanm
Hungarian | 2026. M 18. | január február március április május június július augusztus szeptember október november december
Icelandic | 18. M 2026 | janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
Indonesian | 18 M 2026 | Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember
Indonesian, short | 18-M-2026 | Jan Peb Mar Apr Mei Jun Jul Agt Sep Okt Nop Des
Irish | 18 M 2026 | Eanáir Feabhra Márta Aibreán Bealtaine Meitheamh Iúil Lúnasa Meán_Fómhair Deireadh_Fómhair Samhain Nollaig
Kazakh | 2026 жылғы 18 M | қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан
Latvian | 2026. gada 18. M | janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī
Latvian, genitive | 2026. gada 18. M | janvāra februāra marta aprīļa maija jūnija jūlija augusta septembra oktobra novembra decembra
Lithuanian | 2026 m. M 18 d. | sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
Luxembourgish | 18. M 2026 | Januar Februar Mäerz Abrëll Mee Juni Juli August September Oktober November Dezember
Macedonian | 18 M 2026 година | јануари февруари март април мај јуни јули август септември октомври ноември декември
Malay | 18 M 2026 | Januari Februari Mac April Mei Jun Julai Ogos September Oktober November Disember
Maltese | 18 ta' M 2026 | Jannar Frar Marzu April Mejju Ġunju Lulju Awwissu Settembru Ottubru Novembru Diċembru
Norwegian | 18. M 2026 | januar februar mars april mai juni juli august september oktober november desember
Polish | 18 M 2026 r. | stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
Romanian | 18 M 2026 | ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
Russian | «18» M 2026 г. | января февраля марта апреля мая июня июля августа сентября октября ноября декабря
Serbian | 18. M 2026. године | јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра
Serbian, Latin | 18. M 2026. godine | januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra
Slovak | 18. M 2026 | januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
Slovenian | 18. M 2026 | januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra
Swahili | 18 M 2026 | Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba
Swedish | den 18 M 2026 | januari februari mars april maj juni juli augusti september oktober november december
Thai | 18 M พ.ศ. 2569 | มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
Thai, short | 18 M 2569 | ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.
Turkish | 18 M 2026 | Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık
Turkish, short | 18 M 2026 | Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara
Ukrainian | «18» M 2026 р. | січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
Urdu | 18 M 2026 | جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر
Vietnamese | ngày 18 tháng M năm 2026 | 1 2 3 4 5 6 7 8 9 10 11 12
Welsh | 18 M 2026 | Ionawr Chwefror Mawrth Ebrill Mai Mehefin Gorffennaf Awst Medi Hydref Tachwedd Rhagfyr
Welsh, mutated | 18fed o M 2026 | Ionawr Chwefror Fawrth Ebrill Fai Fehefin Orffennaf Awst Fedi Hydref Dachwedd Ragfyr
Roman figures | 18.M.2026 | I II III IV V VI VII VIII IX X XI XII
Roman figures, Hungarian | 2026. M. 18. | I II III IV V VI VII VIII IX X XI XII`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "))

const read = (text: string, language: string | null = null) =>
  writtenDates(text, false, language).map((one) =>
    one.kind === "day" ? `${one.year}-${one.month}-${one.day}` : `${one.unit} ${one.year}-${one.month}`
  )

describe("each month of a language is read in its dates", () => {
  test.each(months)("%s", (_language, form = "", names = "") => {
    const found = names.split(" ").map((name) => (name === "-" ? "-" : read(form.replace("M", name.replace("_", " "))).join()))
    const expected = names.split(" ").map((name, index) => (name === "-" ? "-" : `2026-${index + 1}-18`))
    expect(found).toEqual(expected)
  })
})

test("listopad is October in Croatian and November in Polish and Czech", () => {
  expect(read("3. listopada 2026.")).toEqual(["2026-10-3"])
  expect(read("3. listopada 2026", "cs")).toEqual(["2026-11-3"])
  expect(read("3 listopada 2026 r.")).toEqual(["2026-11-3"])
  expect(read("listopad 2026", "hr")).toEqual(["month 2026-10"])
  expect(read("listopad 2026", "pl")).toEqual(["month 2026-11"])
})

test("a year of two figures on a Thai page counts from the Buddha", () => {
  expect(read("18/09/69", "th")).toEqual(["2026-9-18"])
  expect(read("18 ก.ย. 69", "th")).toEqual(["2026-9-18"])
  expect(read("18/09/26", "th")).toEqual(["2026-9-18"])
})

describe("a month is read behind its year", () => {
  test.each([
    ["2026. gada septembris", "month 2026-9"],
    ["2026 m. rugsėjo mėn.", "month 2026-9"],
    ["2026. szeptember", "month 2026-9"],
    ["tháng 9 năm 2026", "month 2026-9"],
    ["tháng 09/2026", "month 2026-9"]
  ])("%s", (text, month) => expect(read(text)).toEqual([month]))
})

describe("the first day of a range borrows its year", () => {
  test.each([
    ["1. 9. - 30. 9. 2026", ["null-9-1", "2026-9-30"]],
    ["1.9.-30.9.2026", ["null-9-1", "2026-9-30"]]
  ])("%s", (text, days) => expect(read(text)).toEqual(days))
})

describe("an everyday word is no month", () => {
  test.each(["pro 2026", "led 2026", "E-mail 2026", "bal 2,026.00", "mas de 2026", "Bal 12 2026"])("%s", (text) =>
    expect(read(text).filter((one) => !one.startsWith("year"))).toEqual([])
  )
})
