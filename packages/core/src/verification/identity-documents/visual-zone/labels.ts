import { phraseFinder } from "../../proof-of-address/extract/phrase-finder.ts"

/** What a label on a document announces; `other` announces something that is read by no one, and ends the value before it. */
export type VisualLabel =
  | "document_number"
  | "surname"
  | "given_names"
  | "full_name"
  | "date_of_birth"
  | "sex"
  | "nationality"
  | "expiry_date"
  | "issue_date"
  | "personal_number"
  | "address"
  | "place_of_birth"
  | "other"

/** The labels as they are printed, `|` between them. */
export const visualLabelPhrases: Readonly<Record<VisualLabel, string>> = {
  document_number: `
    document no|document number|document nr|doc no|passport no|passport number|passport nr|card no|card number|identity card no|id card no|
    id no|id number|licence no|license no|licence number|license number|driver licence no|driver license no|driving licence no|dl no|dln|lic no|
    dl number|dl|id|permanent account number|numer dowodu osobistego|numer dowodu|identity card number|permit no|permit number|visa no|visa number|number of document|no du document|n du document|numéro du document|
    no de document|passeport no|passeport n|n du passeport|numéro de passeport|numéro de carte|n de carte|carte n|permis no|n de permis|
    dokumentennummer|dokument nr|ausweisnummer|ausweis nr|pass nr|passnummer|kartennummer|führerscheinnummer|seriennummer|
    número de documento|nº documento|num documento|num soporte|núm soport|no de documento|pasaporte no|pasaporte nº|número de pasaporte|
    nº do documento|número do documento|nº de documento|número de registro|nº registro|nº de registro|passaporte nº|passaporto n|passaporto numero|numero documento|
    numero del documento|documento n|carta n|documentnummer|paspoortnummer|rijbewijsnummer|kaartnummer|numer dokumentu|nr dokumentu|
    seria i numer|numer paszportu|nr paszportu|číslo dokladu|číslo pasu|číslo pasu|číslo průkazu|číslo preukazu|okmányazonosító|
    okmányszám|útlevél száma|nr pașaport|seria și nr|număr document|broj isprave|broj putovnice|broj osobne|broj dokumenta|
    številka potnega lista|številka dokumenta|passnummer|kortnummer|dokumentnummer|pas nr|passin numero|asiakirjan numero|kortin numero|
    dokumendi number|passi number|dokumenta nr|pases nr|dokumento nr|paso nr|αριθμός διαβατηρίου|αρ διαβατηρίου|αριθμός εγγράφου|
    belge no|pasaport no|seri no|kimlik seri no|номер документа|номер паспорта|паспорт №|номер|номер на документа|
    رقم الجواز|رقم الوثيقة|رقم البطاقة|מספר דרכון|护照号|护照号码|旅券番号|여권번호`,
  surname: `
    surname|surnames|last name|family name|surname and|primary identifier|ln|nom|noms|nom de famille|name surname nom|familienname|nachname|
    name a|nom de naissance|apellidos|apellido|primer apellido|segundo apellido|apelido|apelidos|sobrenome|cognome|cognom|cognoms|achternaam|
    naam|geslachtsnaam|nazwisko|nazwiska|příjmení|priezvisko|családi név|nume|nume de familie|prezime|priimek|efternavn|efternamn|etternavn|
    sukunimi|perekonnanimi|uzvārds|pavardė|επώνυμο|soyadı|soyad|soyadi|фамилия|прізвище|презиме|фамилно име|اللقب|שם משפחה|姓|성
    mbiemri|apelyido`,
  given_names: `
    given names|given name|first name|first names|forename|forenames|first given names|other names|secondary identifier|fn|prénom|prénoms|
    vorname|vornamen|nombre|nombres|nome próprio|nomes próprios|nome s|nomes|prenome|nome|nomi|voornaam|voornamen|imię|imiona|imię imiona|
    jméno|jména|meno|mená|utónév|utónevek|keresztnév|prenume|prenumele|ime|imena|fornavn|fornavne|förnamn|etunimet|etunimi|eesnimi|eesnimed|
    vārds|vārdi|vardas|vardai|όνομα|ονομα|adı|ad|adi|имя|ім'я|имена|собствено име|الاسم الأول|שם פרטי|emri|名|이름|noms et prénoms de`,
  full_name: `
    full name|name|name of holder|holder|name in full|nom et prénom|nom et prénoms|noms et prénoms|nombre completo|nombre y apellidos|
    apellidos y nombres|nombres y apellidos|apellidos y nombre|nome completo|nome e cognome|cognome e nome|vor und nachname|name und vorname|
    name vorname|nome e sobrenome|imię i nazwisko|ime i prezime|ime in priimek|jméno a příjmení|meno a priezvisko|név|adı soyadı|
    фамилия имя отчество|الاسم|الاسم الكامل|姓名|氏名|성명|नाम|ชื่อ|họ và tên|nama|nama lengkap|pangalan`,
  date_of_birth: `
    date of birth|place and date of birth|date and place of birth|lieu et date de naissance|luogo e data di nascita|
    fecha y lugar de nacimiento|birth date|birthdate|dob|d o b|born|born on|date de naissance|né le|née le|né e le|geburtsdatum|geburtstag|geboren am|geb am|
    geburtsdatum und ort|fecha de nacimiento|fecha nacimiento|f nacimiento|data de nascimento|data nascimento|
    data di nascita|nato il|nata il|nato a il|data de naixement|geboortedatum|geboren op|data urodzenia|datum narození|
    dátum narodenia|születési idő|születési dátum|data nașterii|datum rođenja|datum rojstva|fødselsdato|födelsedatum|født|född|
    syntymäaika|sünniaeg|dzimšanas datums|gimimo data|ημερομηνία γέννησης|ημ γέννησης|doğum tarihi|дата рождения|дата народження|
    дата на раждане|датум рођења|تاريخ الميلاد|تاريخ الولادة|תאריך לידה|出生日期|生年月日|생년월일|जन्म तिथि|ngày sinh|tanggal lahir|วันเกิด|
    tarikh lahir|date of birth place of birth|datelindja`,
  sex: `
    sex|gender|sexe|geschlecht|sexo|sesso|geslacht|płeć|pohlaví|pohlavie|nem|neme|sexul|spol|пол|стать|kjønn|køn|kön|sukupuoli|sugu|dzimums|
    lytis|φύλο|cinsiyet|cinsiyeti|الجنس|מין|性别|性別|성별|gjinia|giới tính|jenis kelamin|jantina|kasarian`,
  nationality: `
    nationality|citizenship|nationalité|staatsangehörigkeit|staatsbürgerschaft|nacionalidad|nacionalidade|nazionalità|cittadinanza|
    nationaliteit|obywatelstwo|státní občanství|štátne občianstvo|állampolgárság|cetățenie|cetățenia|državljanstvo|nationalitet|
    statsborgerskab|medborgarskap|statsborgerskap|kansalaisuus|kodakondsus|pilsonība|valstspiederība|pilietybė|ιθαγένεια|υπηκοότητα|uyruğu|
    uyruk|гражданство|громадянство|националност|држављанство|الجنسية|אזרחות|国籍|국적|राष्ट्रीयता|quốc tịch|kewarganegaraan|warganegara|shtetësia`,
  expiry_date: `
    date of expiry|date of expiration|expiry date|expiration date|expires|expires on|expiry|exp date|exp|valid until|valid to|valid thru|
    valid till|card expires|date d'expiration|date d'expiration|expire le|valable jusqu'au|date de fin de validité|gültig bis|ablaufdatum|
    gültigkeit|fecha de caducidad|fecha de vencimiento|caducidad|válido hasta|validez|vence|vencimiento|válido até|data de validade|validade|
    data de caducitat|data di scadenza|scadenza|valida fino al|scade il|geldig tot|data ważności|termin ważności|data upływu ważności|
    platnost do|platný do|platnosť do|dátum platnosti|érvényes|lejárat dátuma|érvényességi idő|data expirării|valabil până la|vrijedi do|
    datum isteka|velja do|datum izteka|gyldig til|utløpsdato|udløbsdato|giltigt till|giltig till|sista giltighetsdag|voimassa|viimeinen voimassaolopäivä|
    kehtiv kuni|derīgs līdz|galioja iki|ημερομηνία λήξης|λήξη|son geçerlilik tarihi|geçerlilik tarihi|geçerlilik|срок действия|действителен до|
    годен до|дата закінчення|валидност|важи до|تاريخ الانتهاء|تاريخ انتهاء الصلاحية|בתוקף עד|有效期至|有効期間満了日|기간만료일|berlaku hingga|
    có giá trị đến|วันหมดอายุ|date of expiry date d'expiration|data e skadimit`,
  issue_date: `
    date of issue|issue date|issued|issued on|date issued|iss|iss date|date de délivrance|délivré le|date d'émission|ausstellungsdatum|
    ausgestellt am|datum der ausstellung|ausstellungstag|fecha de expedición|fecha de emisión|fecha expedición|emisión|expedición|data de emissão|
    data de expedição|emissão|data d'expedició|data di rilascio|rilasciato il|rilasciata il|data di emissione|emissione|issuing|datum van afgifte|
    afgiftedatum|datum afgifte|data wydania|datum vydání|dátum vydania|kiállítás dátuma|kiállítás kelte|data eliberării|data emiterii|
    datum izdavanja|datum izdaje|udstedelsesdato|utstedelsesdato|utfärdad|utfärdandedatum|utfärdat den|myöntämispäivä|väljaandmise kuupäev|
    izdošanas datums|išdavimo data|ημερομηνία έκδοσης|έκδοση|verildiği tarih|veriliş tarihi|düzenleme tarihi|дата выдачи|дата видачі|
    дата на издаване|датум издавања|تاريخ الإصدار|תאריך הנפקה|签发日期|発行年月日|발급일|ngày cấp|data e lëshimit`,
  personal_number: `
    personal no|personal number|personal id no|personal identification no|national id no|national identification number|national number|
    identity number|identification no|citizen no|numéro personnel|n personnel|numéro national|n national|rijksregisternummer|persönliche nummer|
    personennummer|número personal|nuip|dni|dni nº|dni núm|curp|clave única de registro de población|cpf|cui|cédula|número de identificación|codice fiscale|
    persoonsnummer|bsn|burgerservicenummer|pesel|numer pesel|rodné číslo|személyi azonosító|személyi szám|cnp|oib|emšo|jmbg|personnummer|
    personnr|cpr nr|personbeteckning|henkilötunnus|isikukood|personas kods|asmens kodas|αδτ|tc kimlik no|t c kimlik no|личный номер|егн|личен номер|
    identitetsnummer|الرقم الشخصي|رقم الهوية|מספר זהות|公民身份号码|身份证号|身分證字號|주민등록번호|nik|số định danh|
    no kad pengenalan|nr personal`,
  address: `
    address|residential address|permanent address|home address|residence|domicile|adresse|domicile adresse|anschrift|wohnort|wohnsitz|
    domicilio|dirección|endereço|morada|residência|residenza|indirizzo|indirizzo di residenza|adres|woonplaats|adres zamieszkania|
    adres zameldowania|trvalý pobyt|adresa|lakcím|domiciliul|domiciliu|prebivalište|adress|osoite|dzīvesvieta|adresas|διεύθυνση|adres bilgisi|
    адрес|место жительства|адреса|العنوان|כתובת|住址|住所|주소|पता|địa chỉ|nơi thường trú|alamat`,
  place_of_birth: `
    place of birth|birthplace|birth place|lieu de naissance|né à|geburtsort|lugar de nacimiento|local de nascimento|naturalidade|lloc de naixement|
    luogo di nascita|nato a|nata a|geboorteplaats|miejsce urodzenia|místo narození|miesto narodenia|születési hely|locul nașterii|
    mjesto rođenja|kraj rojstva|fødested|födelseort|syntymäpaikka|sünnikoht|dzimšanas vieta|gimimo vieta|τόπος γέννησης|doğum yeri|
    место рождения|місце народження|място на раждане|место рођења|مكان الميلاد|محل الميلاد|מקום לידה|出生地点|出生地|tempat lahir|nơi sinh|
    quê quán|vendlindja`,
  other: `
    authority|issuing authority|issued by|authority autorité|autorité|délivré par|behörde|ausstellende behörde|autoridad|autoridade|autorità|
    autoriteit|organ wydający|vydal|kiállító hatóság|myöntäjä|myndighet|utfärdande myndighet|type|typ|tipo|kind|code|country code|code du pays|
    code of issuing state|issuing state|code of state|height|taille|größe|altura|statura|lengte|wzrost|hgt|eyes|eye color|eye colour|
    color of eyes|colour of eyes|couleur des yeux|augenfarbe|color de ojos|hair|wgt|weight|class|categories|category|restr|restrictions|
    end|endorsements|rstr|dd|donor|veteran|organ donor|signature|signature of bearer|holder's signature|signature du titulaire|unterschrift|
    unterschrift der inhaberin|firma|firma del titular|firma del titolare|assinatura|handtekening|podpis|aláírás|imza|подпись|
    remarks|observations|anmerkungen|observaciones|blood group|blood type|marital status|civil status|religion|profession|occupation|
    father's name|mother's name|father name|name of father|name of mother|spouse|husband|husband's name|nombre del padre|nombre de la madre|
    filiação|filiation|can|access number|card access number|birth name|geburtsname|nom d'usage|ordens oder künstlername|type of permit|
    art des titels|type de titre|tipo de permiso|entries|number of entries|duration of stay|issuing place|place of issue|lieu de délivrance|
    lugar de expedición|ort der ausstellung`
}

/** Finds labels of document fields in many languages; a line of two languages gives one find for each. */
export const findVisualLabels = phraseFinder(
  Object.entries(visualLabelPhrases).flatMap(
    ([label, spelled]): ReadonlyArray<readonly [string, VisualLabel]> =>
      isVisualLabel(label) ? [[spelled.replace(/\n\s*/gu, ""), label]] : []
  )
)

function isVisualLabel(text: string): text is VisualLabel {
  return Object.hasOwn(visualLabelPhrases, text)
}
