import { phraseFinder } from "../proof-of-address/extract/phrase-finder.ts"
import type { IdentityDocumentType } from "./document-type.ts"

/** The titles as they are printed, `|` between them. */
export const titlePhrases = {
  passport: `
    passport|passeport|reisepass|pasaporte|passaporto|passaporte|paspoort|paszport|cestovní pas|cestovný pas|útlevél|pașaport|putovnica|
    potni list|pasoš|pas|passi|pass|pase|pasas|διαβατήριο|pasaport|паспорт|pasaporti|جواز سفر|דרכון|护照|護照|旅券|여권|पासपोर्ट|
    hộ chiếu|paspor|หนังสือเดินทาง`,
  national_id: `
    identity card|national identity card|identification card|national id card|national identification card|id card|citizen card|
    carte nationale d'identité|carte d'identité|carte identité|personalausweis|identitätskarte|documento nacional de identidad|
    cédula de ciudadanía|cédula de identidad|cédula de extranjería|credencial de elector|carteira de identidade|registro geral|
    cartão de cidadão|carta d'identità|carta di identità|identiteitskaart|nederlandse identiteitskaart|dowód osobisty|občanský průkaz|
    občiansky preukaz|személyazonosító igazolvány|carte de identitate|osobna iskaznica|osebna izkaznica|lična karta|identitetskort|
    nationellt identitetskort|henkilökortti|isikutunnistus|personas apliecība|asmens tapatybės kortelė|δελτίο ταυτότητας|kimlik kartı|
    türkiye cumhuriyeti kimlik kartı|удостоверение личности|лична карта|посвідчення|بطاقة الهوية|بطاقة شخصية|بطاقة الهوية الوطنية|תעודת זהות|居民身份证|
    身份證|身分證|個人番号カード|주민등록증|आधार|aadhaar|unique identification authority of india|căn cước công dân|kartu tanda penduduk|
    mykad|kad pengenalan|บัตรประจำตัวประชาชน|kartë identiteti|philsys|emirates id|resident identity card|id kort`,
  drivers_license: `
    driving licence|driver licence|drivers licence|driver's licence|driving license|driver license|drivers license|driver's license|
    permis de conduire|führerschein|führerausweis|permiso de conducción|permiso de conducir|licencia de conducir|licencia de conducción|
    licencia de manejo|carta de condução|carteira nacional de habilitação|patente di guida|rijbewijs|prawo jazdy|řidičský průkaz|
    vodičský preukaz|vezetői engedély|permis de conducere|vozačka dozvola|vozniško dovoljenje|kørekort|körkort|førerkort|ajokortti|
    juhiluba|vadītāja apliecība|vairuotojo pažymėjimas|άδεια οδήγησης|sürücü belgesi|водительское удостоверение|посвідчення водія|
    свидетелство за управление|رخصة قيادة|רישיון נהיגה|机动车驾驶证|駕駛執照|運転免許証|운전면허증|giấy phép lái xe|surat izin mengemudi|lesen memandu|
    ceadúnas tiomána|enhanced driver license|commercial driver license|learner permit`,
  residence_permit: `
    residence permit|permanent resident card|permanent resident|biometric residence permit|residence card|titre de séjour|carte de séjour|
    carte de résident|aufenthaltstitel|aufenthaltskarte|niederlassungserlaubnis|daueraufenthalt|permiso de residencia|tarjeta de residencia|
    título de residência|autorização de residência|permesso di soggiorno|verblijfstitel|verblijfsdocument|karta pobytu|povolení k pobytu|
    povolenie na pobyt|tartózkodási engedély|permis de ședere|dozvola boravka|dovoljenje za prebivanje|uppehållstillstånd|uppehållskort|
    opholdstilladelse|opholdskort|oppholdstillatelse|oleskelulupa|oleskelulupakortti|elamisluba|uzturēšanās atļauja|leidimas gyventi|άδεια διαμονής|
    ikamet izni|вид на жительство|разрешение на временное проживание|разрешение за пребиваване|إقامة|在留カード|외국인등록증|registro nacional migratorio`,
  visa: "visa|visum|visto|vízum|wiza|viza|visado|visering|βίζα|vize|виза|віза|تأشيرة|אשרה|签证|査証|사증",
  travel_document: `
    travel document|refugee travel document|emergency travel document|certificate of identity|titre de voyage|reiseausweis|
    reiseausweis für flüchtlinge|documento de viaje|título de viaje|documento di viaggio|título de viagem|reisdocument|dokument podróży|
    convention of 28 july 1951|convention du 28 juillet 1951|laissez passer|seaman's book|re entry permit`,
  voter_id:
    "voter id|voter card|voter's card|voter identification card|elector photo identity card|election commission of india|credencial para votar|título eleitoral|título de eleitor",
  work_permit:
    "employment authorization|employment authorization card|employment pass|work permit|work visa|permis de travail|arbeitserlaubnis|permiso de trabajo",
  health_card: `
    health card|health insurance card|european health insurance card|medicare|gesundheitskarte|carte vitale|carte d'assurance maladie|
    tarjeta sanitaria|tessera sanitaria|tarjeta sanitaria europea|krankenversichertenkarte|健康保険`,
  tax_card:
    "permanent account number card|income tax department|tax identification card|taxpayer identification|tarjeta de identificación fiscal",
  military_id:
    "military id|military identification|armed forces of the united states|uniformed services|geneva conventions identification card|truppenausweis|carte d'identité militaire"
} satisfies Readonly<Record<Exclude<IdentityDocumentType, "other">, string>>

const isTitled = (text: string): text is keyof typeof titlePhrases => Object.hasOwn(titlePhrases, text)

/** Finds the titles under which documents are issued, in many languages. */
export const findTitles = phraseFinder(
  Object.entries(titlePhrases).flatMap(
    ([type, spelled]): ReadonlyArray<readonly [string, keyof typeof titlePhrases]> =>
      isTitled(type) ? [[spelled.replace(/\n\s*/gu, ""), type]] : []
  )
)
