import { phraseFinder } from "../phrase-finder.ts"
import { northernAddressLabels } from "./label-words-northern.ts"
import { overseasAddressLabels } from "./label-words-overseas.ts"
import { slavicAddressLabels } from "./label-words-slavic.ts"
import { southernAddressLabels } from "./label-words-southern.ts"

/** What a printed label says about the address beside or below it. */
export type AddressLabel =
  /** Where the customer gets mail or lives. */
  | "own"
  /** Where the service is used, the insured or the let property. */
  | "premises"
  /** Where the issuer sits, or someone else: never the customer's. */
  | "foreign"
  /** A word that leads into an address within a sentence: "residing at", "wohnhaft in". */
  | "lead"

/** Phrases parted by "|", and what they say. */
export type AddressLabelWords = ReadonlyArray<readonly [phrases: string, label: AddressLabel]>

const labels: AddressLabelWords = [
  [
    `
    address|your address|billing address|bill to|billed to|invoice to|invoice address|mailing address|postal address|
    correspondence address|home address|residential address|permanent address|present address|current address|customer address|
    address of customer|residence|address of residence|usual place of abode|account address|contact address|employee address|
    tenant address|tenant s address|registered address of customer|mail to|sold to|customer details|name and address|
    customer name and address|communication address|policyholder address|holder address|address line|anschrift|adresse|ihre anschrift|
    ihre adresse|wohnanschrift|wohnadresse|meldeanschrift|rechnungsanschrift|rechnungsadresse|postanschrift des kunden|kundenadresse|
    wohnort|wohnhaft|derzeitige anschrift|unterkunft|wohnsitz|hauptwohnsitz|meldeadresse|aktuelle anschrift|hauptwohnung|wohnung|alleinige wohnung|einzige wohnung|rechnungsempfänger|
    votre adresse|adresse postale|adresse de facturation|adresse de correspondance|adresse du client|domicile|adresse du domicile|
    adresse fiscale|adresse du titulaire|adresse de l assuré|titulaire du contrat|destinataire|client facturé|dirección|direccion|
    domicilio|dirección postal|dirección de facturación|dirección de correspondencia|dirección fiscal|domicilio fiscal|
    domicilio del titular|dirección del titular|domicilio actual|datos del cliente|dirección de envío|morada|endereço|
    morada de faturação|morada fiscal|morada de envio|endereço de cobrança|endereço do cliente|residência|domicílio fiscal|
    endereço de correspondência|indirizzo|indirizzo di residenza|residenza|indirizzo di recapito|indirizzo di fatturazione|
    indirizzo di spedizione|domicilio fiscale|intestatario|indirizzo del cliente|recapito|adres|uw adres|woonadres|factuuradres|
    postadres|correspondentieadres|klantadres|verblijfplaats|woonplaats|huidig adres|adres zamieszkania|adres korespondencyjny|
    adres do korespondencji|adres zameldowania|adres nabywcy|nabywca|adres klienta|adres pobytu|miejsce zamieszkania|
    adres pobytu stałego|bostadsadress|faktureringsadress|folkbokföringsadress|kundadress|adresse på kunden|bostedsadresse|bopæl|
    bopælsadresse|osoite|kotiosoite|laskutusosoite|fakturační adresa|adresa|bydliště|adresa trvalého pobytu|trvalý pobyt|
    trvalé bydliště|korespondenční adresa|lakcím|cím|lakóhely|számlázási cím|levelezési cím|adresa de facturare|domiciliu|
    adresa de corespondență|adresa de domiciliu|domiciliul|adresa stanovanja|prebivalište|naslov|stalno prebivališče|διεύθυνση|
    διεύθυνση κατοικίας|διεύθυνση αποστολής|adres bilgisi|fatura adresi|ikametgah adresi|yerleşim yeri adresi|адрес|адрес регистрации|
    адрес проживания|адреса|місце проживання|постоянен адрес|住所|ご住所|地址|通訊地址|住址|주소|địa chỉ|alamat|العنوان|पता`,
    "own"
  ],
  [
    `
    supply address|service address|location|physical address|physical location|plot location|property address|the property|property|premises|address of property|premises address|site address|
    installation address|supply to|service location|location of service|for service at|service at|address of supply|delivery address|
    property to which this bill relates|insured address|risk address|address of the property|insured property|property served|property supplied|premises served|property location|
    property description|leased premises|rental property|the premises|premises at|let property|dwelling|situs|account property|
    lieferstelle|verbrauchsstelle|lieferadresse|lieferanschrift|abnahmestelle|mietobjekt|mietsache|objekt|grundstück|versicherungsort|
    risikoort|lage des grundstücks|anschlussadresse|anlagenadresse|anlageadresse|verbrauchsadresse|abnahmeadresse|zähleradresse|anschrift der verbrauchsstelle|lage|mieträume|lieu de consommation|
    adresse de consommation|adresse du lieu de consommation|adresse du logement|adresse d installation|adresse desservie|lieu desservi|lieu de fourniture|lieu de livraison|point de livraison|adresse du branchement|
    adresse du bien|adresse de la location|adresse du bien loué|adresse des lieux loués|adresse de fourniture|logement|le logement|adresse de la ligne|adresse du risque|risque assuré|lieu d imposition|adresse d imposition|
    adresse du point de livraison|désignation du logement|dirección de suministro|dirección del suministro|dirección suministro|dir suministro|dirección del servicio|dirección servicio|dirección del predio|dirección predio|punto de suministro|
    dirección de instalación|inmueble|vivienda|objeto tributario|situación del inmueble|dirección del inmueble|dirección de la vivienda|
    situación del riesgo|local de consumo|morada do local de consumo|morada de consumo|morada de instalação|local de fornecimento|
    imóvel|fracção|local do risco|endereço da instalação|endereço do imóvel|unidade consumidora|morada de fornecimento|
    indirizzo di fornitura|indirizzo fornitura|fornitura in|luogo di fornitura|ubicazione|immobile|ubicazione immobile|sito in|
    indirizzo immobile|ubicazione del rischio|indirizzo di attivazione|leveringsadres|verbruiksadres|objectadres|object|het gehuurde|
    aansluitadres|verzekerd adres|risicoadres|adres woning|adres punktu poboru|punkt poboru|adres ppe|adres nieruchomości|
    miejsce dostawy|adres dostawy|lokal|adres lokalu|miejsce ubezpieczenia|adres punktu|położenie nieruchomości|anläggningsadress|anläggning|förbrukningsställe|förbrukningsadress|objektadress|
    leveransadress|leveringsadresse|anleggsadresse|forbruksadresse|forbrukssted|forbrugssted|forbrugsadresse|installationsadresse|aftagested|lejemål|lejemålets adresse|käyttöpaikka|käyttöpaikan osoite|adresa odběrného místa|odběrné místo|odberné miesto|
    fogyasztási hely címe|felhasználási hely|loc de consum|adresa locului de consum|obračunsko mjesto|merilno mesto|διεύθυνση παροχής|
    tesisat adresi|kullanım yeri adresi|адрес объекта|адрес помещения|ご使用場所|用電地址|供電地址`,
    "premises"
  ],
  [
    `
    registered office|registered office address|registered address|head office|office address|principal office|
    principal place of business|corporate office|company address|our address|write to us|write to us at|write to|by post|post to|
    contact us|return address|if undelivered|if undelivered please return to|return to|undelivered|sender|remit to|remittance address|
    mail payment to|mail payments to|send payment to|send payments to|send payment|please send payment|payments to|
    make checks payable to|make check payable to|make payment to|make cheques payable to|pay to|payable to|customer service|
    customer services|customer care|branch|branch address|your branch|bank address|branch name|home branch|landlord|the landlord|
    landlord address|landlord s address|lessor|owner address|letting agent|agent|managing agent|employer|employer name|employer address|
    company|issued by|from|mortgagee|loss payee|lienholder|insurer|underwritten by|underwriter|broker|payee|beneficiary|supplier|
    service provider|vendor|seller|correspondence to|enquiries|enquiries to|visit us|billing inquiries|inquiries|direct inquiries to|
    report lost|lost or stolen|ombudsman|complaints|postal service address|witness|guarantor|the owner|office hours|issuing office|
    tax office|issuing authority|registered in england|company no|payment coupon|mail coupon to|detach|giro|merchant|payer|sitz|
    sitz der gesellschaft|firmensitz|hauptsitz|absender|zentrale|hauptverwaltung|postanschrift|geschäftsstelle|filiale|ihre filiale|
    kundenservice|hausanschrift|verwaltung|niederlassung|vermieter|der vermieter|arbeitgeber|aussteller|netzbetreiber|versicherer|
    postfach|kontakt|kontaktadresse|anschrift des vermieters|rücksendung|empfänger der zahlung|behörde|dienststelle|dienstgebäude|
    finanzamt|stadtverwaltung|besucheranschrift|lieferadresse des betriebs|siège social|siège|au siège|expéditeur|adresse du siège|
    service client|service clients|écrivez nous|nous écrire|par courrier|agence|votre agence|bailleur|le bailleur|employeur|l employeur|
    assureur|centre des finances publiques|courrier|centre de service|mairie|adresse de retour|bénéficiaire|à envoyer à|trésorerie|
    votre interlocuteur|correspondance à adresser|domicilio social|sede social|sede|remitente|oficina|sucursal|su oficina|
    atención al cliente|arrendador|el arrendador|empresa|aseguradora|razón social|razón social de la empresa|empleador|emisor|acreedor|
    comercializadora|centro de trabajo|domicilio de la empresa|sede legal|agência|balcão|remetente|apoio ao cliente|senhorio|o senhorio|
    locador|entidade patronal|empregador|seguradora|emitente|entidade|sede da empresa|beneficiário|sede legale|sede operativa|
    sede amministrativa|mittente|filiale di|servizio clienti|locatore|il locatore|datore di lavoro|azienda|assicuratore|sede secondaria|
    agenzia di|emittente|venditore|direzione generale|ditta|statutaire zetel|hoofdkantoor|bezoekadres|maatschappelijke zetel|afzender|
    retouradres|antwoordnummer|klantenservice|verhuurder|de verhuurder|werkgever|verzekeraar|zetel|gevestigd te|kantoor|vestigingsadres|
    postbus|siedziba|adres siedziby|nadawca|biuro obsługi klienta|sprzedawca|wystawca|wynajmujący|pracodawca|ubezpieczyciel|oddział|
    z siedzibą|z siedzibą w|adres do doręczeń spółki|punkt obsługi|adres sprzedawcy|säte|huvudkontor|avsändare|kundtjänst|hyresvärd|
    arbetsgivare|besöksadress|kundeservice|hovedkontor|avsender|afsender|udlejer|utleier|arbeidsgiver|forretningsadresse|
    postiosoite yritys|vuokranantaja|työnantaja|lähettäjä|sídlo|se sídlem|sídlo společnosti|odesílatel|dodavatel|pronajímatel|
    zaměstnavatel|dodávateľ|prenajímateľ|zamestnávateľ|so sídlom|székhely|feladó|bérbeadó|munkáltató|szolgáltató|eladó|sediul social|
    sediu social|furnizor|expeditor|locator|angajator|sjedište|prodavatelj|najmodavac|poslodavac|sedež|najemodajalec|delodajalec|έδρα|
    εκμισθωτής|εργοδότης|merkez|genel müdürlük|gönderen|kiraya veren|işveren|юридический адрес|отправитель|арендодатель|наймодатель|
    работодатель|адрес банка|юридична адреса|седалище|発行元|本社|總行|总行|公司地址|본사|발신`,
    "foreign"
  ],
  [
    `
    residing at|resides at|resident at|who resides at|living at|lives at|registered at|residing in|is registered at the address|
    of the address|whose address is|property known as|premises known as|known as|located at|situated at|premises located at|property at|
    premises at|residing|at the following address|at the address|address on our records|address of|resident of|address held|
    has resided at|property situated at|wohnhaft|wohnhaft in|wohnt in|gemeldet in|gemeldet unter|unter der anschrift|
    unter folgender anschrift|gelegen in|in der wohnung|mit wohnsitz in|im hause|im haus|mit hauptwohnung|demeurant|demeurant au|
    demeurant à|domicilié|domiciliée|domicilié au|réside|réside au|résidant|situé|situé au|sis|situé à|sis au|logement situé|
    à l adresse suivante|est domicilié|domiciliado en|domiciliada en|con domicilio en|con domicilio|residente en|reside en|vecino de|
    sita en|sito en|situada en|ubicado en|ubicada en|vivienda sita en|en el domicilio|residente em|reside na|reside em|residente na|
    com domicílio em|com morada em|sito na|sita na|sito em|situado na|localizado na|domiciliado na|morador|residente in|residente a|
    residente|domiciliato in|sito in|ubicato in|situato in|posto in|abita in|è residente in|con abitazione in|abitazione in|
    dimora abituale in|abitante in|all indirizzo|wonende te|wonende aan|woonachtig te|woonachtig|gelegen te|gelegen aan|staande te|
    ingeschreven op het adres|ingeschreven is op het adres|is ingeschreven op het adres|op het adres|zamieszkały|zamieszkała|zam|zamieszkały w|zameldowany|zameldowana|zameldowany pod adresem|
    zameldowany na pobyt stały|położony|położonego|pod adresem|znajdującego się|folkbokförd på|bosatt|bosat|bostedsadresse|asuu|bytem|
    trvale bytem|trvalým pobytem|lakos|alatti|domiciliat în|cu domiciliul în|s prebivalištem|stanujoč|κάτοικος|ikamet eden|
    проживающий по адресу|зарегистрирован по адресу|по адресу|за адресою`,
    "lead"
  ]
]

/** Finds the labels of addresses in a line, in some seventy languages. */
export const findAddressLabels = phraseFinder([
  ...labels,
  ...slavicAddressLabels,
  ...northernAddressLabels,
  ...southernAddressLabels,
  ...overseasAddressLabels
])
