import type { TypeEvidence } from "./evidence.ts"

/** Words of tax offices, councils, public bodies, registers and identity documents. */
export const publicEvidence: ReadonlyArray<TypeEvidence> = [
  [
    "tax_document",
    6,
    `
    tax calculation|tax return|tax assessment|notice of assessment|income tax|income tax return|self assessment|tax statement|
    statement of liabilities|tax notice|tax year overview|income tax assessment|form 1040|w 2|wage and tax statement|1099|form p60|p60|
    p800|p45|form 16|p2|tax coding notice|coding notice|paye coding notice|end of year certificate|notice of amended assessment|
    tax demand|statement of account self assessment|intimation under section 143|balancing statement|irp5|tax clearance|cp2000|
    notice cp14|account transcript|tax refund|einkommensteuerbescheid|steuerbescheid|bescheid für|einkommensteuer|veranlagungsverfügung|
    definitive veranlagung|steuerrechnung|lohnsteuerbescheinigung|arbeitnehmerveranlagung|steuererklärung|einkommensteuererklärung|
    vorauszahlungsbescheid|umsatzsteuerbescheid|staats und gemeindesteuern|avis d impôt|avis d imposition|avis de situation déclarative|
    bordereau d impôts|bordereau d impôt|impôts cantonal et communal|impôt cantonal et communal|impôt fédéral direct|
    décision de taxation|avis de taxation|impôt sur les revenus|impôt sur le revenu|avertissement extrait de rôle|déclaration des revenus|avis de non imposition|
    avis de cotisation|avis d échéance impôt sur le revenu|declaración de la renta|impuesto sobre la renta de las personas físicas|irpf|
    liquidación provisional|modelo 100|borrador de la declaración|constancia de situación fiscal|declaración anual|nota de liquidação|
    demonstração de liquidação|demonstração de liquidação de irs|liquidação de irs|declaração de irs|modelo 3|imposto de renda|
    declaração de imposto de renda|declaração de ajuste anual|recibo de entrega da declaração|imposto sobre o rendimento|modello 730|
    modello redditi|certificazione unica|avviso di accertamento|dichiarazione dei redditi|cartella di pagamento|
    comunicazione degli esiti|aanslag inkomstenbelasting|voorlopige aanslag|definitieve aanslag|aanslagbiljet inkomstenbelasting|
    inkomstenbelasting|aanslagbiljet personenbelasting|aangifte inkomstenbelasting|toeslagen|pit 37|pit 11|pit 36|zeznanie podatkowe|
    decyzja podatkowa|podatek dochodowy|zaświadczenie o niezaleganiu w podatkach|informacja o dochodach|slutskattebesked|
    inkomstdeklaration|årsopgørelse|skatteoppgjør|skattemelding|skattekort|verotuspäätös|veroilmoitus|daňové přiznání|platební výměr|
    daňové priznanie|adóbevallás|adóigazolás|decizie de impunere|porezno rješenje|odločba o dohodnini|informativni izračun dohodnine|
    εκκαθαριστικό σημείωμα|πράξη διοικητικού προσδιορισμού φόρου|φόρου εισοδήματος|vergi levhası|gelir vergisi|налоговое уведомление|
    налоговая декларация|2 ндфл|納稅通知|評稅及繳納稅款通知書|源泉徴収票|課税証明書|完税证明|소득금액증명|thông báo nộp thuế|notis taksiran|borang be|spt tahunan|
    إقرار ضريبي`
  ],
  [
    "tax_document",
    3,
    `
    taxpayer|taxable income|tax due|hmrc|hm revenue customs|hm revenue and customs|internal revenue service|inland revenue|
    canada revenue agency|australian taxation office|revenue commissioners|unique taxpayer reference|utr|taxpayer reference|
    adjusted gross income|personal allowance|tax file number|taxable|tax office|department of the treasury|income tax department|
    finanzamt|steuernummer|steueridentifikationsnummer|identifikationsnummer|zu versteuerndes einkommen|solidaritätszuschlag|
    festgesetzt|steuerpflichtig*|direction générale des finances publiques|finances publiques|numéro fiscal|revenu fiscal de référence|
    service des impôts|service des impôts des particuliers|foyer fiscal|agencia tributaria|contribuyente|base imponible general|
    cuota íntegra|sat servicio de administración tributaria|autoridade tributária|autoridade tributária e aduaneira|contribuinte|
    rendimento coletável|receita federal|agenzia delle entrate|agenzia delle entrate riscossione|sostituto d imposta|
    reddito complessivo|contribuente|belastingdienst|belastbaar inkomen|verzamelinkomen|fod financiën|belastingplichtige|urząd skarbowy|
    krajowa administracja skarbowa|podatnik|płatnik|skatteverket|skatteetaten|skattestyrelsen|verohallinto|finanční úřad|
    finančná správa|daňový úrad|nav adó|nemzeti adó|adóhatóság|anaf|porezna uprava|furs|ααδε|δ ο υ|gelir idaresi|vergi dairesi|
    налоговая служба|фнс|国税庁|税務署|税务局`
  ],
  [
    "council_tax_bill",
    7,
    `
    council tax|council tax bill|council tax demand|council tax demand notice|property tax|property tax bill|real estate tax bill|
    real property tax|rates notice|rate notice|domestic rates|rates bill|municipal rates|municipal account|local property tax|
    real estate tax|real estate tax statement|real property tax statement|property tax notice|tax bill real estate|property tax statement|secured property tax|property assessment notice|municipal tax bill|land rates|
    property rates|house tax|grundsteuerbescheid|grundsteuer|grundbesitzabgaben|grundbesitzabgabenbescheid|
    zweitwohnungssteuer|taxe foncière|taxe d habitation|avis de taxe foncière|taxes foncières|taxe municipale|
    compte de taxes|taxes municipales|contribution à l audiovisuel public|impuesto sobre bienes inmuebles|impuesto de bienes inmuebles|
    ibi|recibo ibi|recibo del ibi|impuesto predial|predial|tasa de basuras|impuesto sobre vehículos de tracción mecánica|
    imposto municipal sobre imóveis|imi|iptu|imposto predial|imposto predial e territorial urbano|imu|tari|tassa sui rifiuti|
    avviso di pagamento tari|tasi|gemeentelijke belastingen|gemeentebelasting|aanslagbiljet gemeentelijke belastingen|
    onroerendezaakbelasting|ozb|woz beschikking|woz waarde|afvalstoffenheffing|waterschapsbelasting|combinatieaanslag|
    onroerende voorheffing|précompte immobilier|podatek od nieruchomości|opłata za gospodarowanie odpadami|
    decyzja w sprawie podatku od nieruchomości|podatku od nieruchomości|fastighetsavgift|fastighetsskatt|ejendomsskat|
    ejendomsskattebillet|eiendomsskatt|kommunale avgifter|kiinteistövero|daň z nemovitých věcí|daň z nehnuteľností|telekadó|építményadó|
    impozit pe clădiri|komunalna naknada|nadomestilo za uporabo stavbnega zemljišča|ενφια|δημοτικά τέλη|emlak vergisi|
    налог на имущество физических лиц|固定資産税|差餉|物业税|재산세|cukai taksiran|cukai pintu|pajak bumi dan bangunan|pbb|ضريبة الأملاك|arnona|
    ארנונה`
  ],
  // Where a tax office writes "tax notice" above them, these say which tax.
  [
    "council_tax_bill",
    9,
    `
    taxe foncière|taxes foncières|taxe d habitation|taxe d habitation sur les résidences secondaires|imposto municipal sobre imóveis|
    impuesto sobre bienes inmuebles|grundsteuerbescheid|real estate tax|property tax bill`
  ],
  [
    "council_tax_bill",
    3,
    `
    abgabenbescheid|gebührenbescheid|council tax band|valuation band|band a|band b|band c|band d|band e|band f|borough council|city council|county council|
    district council|adult social care|police and crime commissioner|billing authority|parish council|valuation office|assessed value|
    taxable value|levy rate|land value|improvements|treasury operations|general rate|waste charge|fire services levy|refuse charge|
    sewerage charge|water and sewerage|municipal services|civic centre|isixeko|stad|tax collector|county treasurer|county assessor|parcel number|parcel|tax rate|mill rate|treasurer tax collector|ratepayer|
    capital value|rateable value|general rates|hebesatz|messbetrag|grundsteuermessbetrag|stadtkasse|einheitswert|valeur locative|
    valeur locative cadastrale|base cadastrale|propriétés bâties|valor catastral|referencia catastral|ayuntamiento|
    valor patrimonial tributário|artigo matricial|inscrição imobiliária|valor venal|prefeitura|rendita catastale|ufficio tributi|
    utenze domestiche|comune di|rioolheffing|gemeente|eigenarenbelasting|kadastraal inkomen|burmistrz|wójt|prezydent miasta|nieruchomość`
  ],
  [
    "government_letter",
    6,
    `
    department for work and pensions|universal credit|state pension|child benefit|housing benefit|social security administration|
    social security benefit|benefit award letter|award letter|notice of award|personal independence payment|pension credit|
    jobcentre plus|home office|uk visas and immigration|immigration status|visa grant notice|department of social protection|centrelink|
    services australia|veterans affairs|medicare|electoral commission|poll card|vehicle registration certificate|v5c|
    v5c registration certificate|vehicle registration|certificate of title|tv licence|jury summons|benefit statement|pension statement|
    social security|national insurance number letter|pension payment order|department of motor vehicles|jobseeker|notice of decision|
    benefit verification letter|proof of income letter|rentenbescheid|kindergeldbescheid|bewilligungsbescheid|bundesagentur für arbeit|
    agentur für arbeit|jobcenter|familienkasse|deutsche rentenversicherung|rentenanpassung|elterngeldbescheid|wohngeldbescheid|
    arbeitslosengeld|bürgergeld|zulassungsbescheinigung|rundfunkbeitrag|beitragsservice|kindergeld|aufenthaltstitel bescheid|
    wahlbenachrichtigung|ausländerbehörde|caisse d allocations familiales|attestation de paiement caf|caf|caf de|caf du|caf des|caf de la|caf de l|france travail|pôle emploi|
    assurance maladie|attestation de droits|assurance retraite|certificat d immatriculation|carte grise|préfecture|cpam|
    attestation de droits à l assurance maladie|seguridad social|tesorería general de la seguridad social|
    instituto nacional de la seguridad social|sepe|servicio público de empleo|resolución|pensión|revalorización de pensiones|
    permiso de circulación|informe de vida laboral|vida laboral|extranjería|imss|pensión contributiva|instituto da segurança social|
    segurança social direta|centro nacional de pensões|certificado de matrícula|iefp|detran|crlv|aima|pensão de velhice|
    inps prestazioni|provvedimento di liquidazione|certificato di pensione|assegno unico|carta di circolazione|prefettura|questura|
    motorizzazione civile|tessera elettorale|sociale verzekeringsbank|svb|uwv|kinderbijslag|toekenningsbeschikking|rdw|kentekenbewijs|
    duo|ind|beschikking|aow|aow pensioen|federale pensioendienst|zakład ubezpieczeń społecznych|decyzja zus|decyzja o przyznaniu|
    świadczenie wychowawcze|dowód rejestracyjny|urząd wojewódzki|decyzja o waloryzacji|urząd pracy|försäkringskassan|
    pensionsmyndigheten|udbetaling danmark|nav vedtak|kela|kansaneläkelaitos|česká správa sociálního zabezpečení|sociálna poisťovňa|
    úřad práce|kormányhivatal|casa de pensii|decizie de pensionare|hzmo|zpiz|εφκα|οαεδ|sgk|sosyal güvenlik kurumu|пенсионный фонд|
    социальный фонд|пенсійний фонд|年金|年金定期便|社会保险|국민연금|perkeso|kwsp|bpjs|التأمينات الاجتماعية`
  ],
  [
    "government_letter",
    2,
    `
    government|ministry|ministry of|department of|federal|agency|public authority|your benefit|entitlement|weekly amount|claimant|
    pensioner|national insurance number|claim reference|bescheid|amt|behörde|widerspruch|rechtsbehelfsbelehrung|république française|
    ministère|allocataire|numéro allocataire|ministerio|gobierno de españa|prestación|subsidio|governo|ministério|beneficiário|
    repubblica italiana|ministero|ministerie|rijksoverheid|uitkering|rzeczpospolita polska|minister|decyzja|świadczenie|myndighet|
    beslut|vedtak|afgørelse|päätös|rozhodnutí|határozat|решение`
  ],
  [
    "residence_certificate",
    7,
    `
    certificate of residence|residence certificate|certificate of residency|proof of residence|proof of residency|residency certificate|
    confirmation of residence|confirmation of address|electoral register|electoral roll|extract from the register|
    household registration|population register|certificate of registration of residence|confirmation of electoral registration|
    voter registration confirmation|register of electors|proof of address certificate|domicile certificate|barangay clearance|
    certificate of domicile|register extract|confirmation of registration|electoral registration|meldebescheinigung|meldebestätigung|
    anmeldebestätigung|erweiterte meldebescheinigung|wohnsitzbestätigung|wohnsitzbescheinigung|meldezettel|bestätigung der meldung|
    aufenthaltsbescheinigung|wohnsitzausweis|melderegister|melderegisterauskunft|niederlassungsausweis|wohnungsgeberbestätigung|
    certificat de résidence|attestation de résidence|attestation de domicile|certificat de domicile|certificat de composition de ménage|
    composition de ménage|certificat d inscription|registre de la population|attestation d établissement|attestation d inscription|
    justificatif de domicile|certificado de empadronamiento|volante de empadronamiento|volante de inscripción padronal|padrón municipal|
    padrón municipal de habitantes|empadronamiento|certificado de residencia|constancia de residencia|certificado de vecindad|
    constancia de domicilio|atestado de residência|certidão de residência|declaração de residência|comprovativo de morada|
    certificado de registo de cidadão|junta de freguesia|atestado de morada|certidão de domicílio fiscal|certificato di residenza|
    certificato di residenza e stato di famiglia|stato di famiglia|certificato contestuale|certificato anagrafico|anagrafe|
    anagrafe nazionale|anagrafe della popolazione residente|ufficio anagrafe|uittreksel brp|uittreksel basisregistratie personen|
    basisregistratie personen|uittreksel uit de basisregistratie personen|bewijs van inschrijving|woonplaatsverklaring|
    attest van woonst|getuigschrift van woonst|attest van gezinssamenstelling|bewijs van woonst|bevolkingsregister|
    zaświadczenie o zameldowaniu|potwierdzenie zameldowania|zaświadczenie o zameldowaniu na pobyt stały|poświadczenie zameldowania|
    zameldowania na pobyt|zaświadczenie o miejscu zamieszkania|rejestr mieszkańców|personbevis|folkbokföring|folkbokförd|bopælsattest|
    bostedsattest|utskrift fra folkeregisteret|bostedsbevis|kotipaikkatodistus|väestötietojärjestelmä|potvrzení o trvalém pobytu|
    potvrzení o pobytu|potvrdenie o trvalom pobyte|potvrdenie o pobyte|lakcímigazolvány|lakcímet igazoló|lakcímigazolás|
    hatósági bizonyítvány|adeverință de domiciliu|adeverință de rezidență|uvjerenje o prebivalištu|potvrdilo o stalnem prebivališču|
    uverenje o prebivalištu|βεβαίωση μόνιμης κατοικίας|πιστοποιητικό οικογενειακής κατάστασης|yerleşim yeri|
    yerleşim yeri ve diğer adres belgesi|ikametgah|ikametgah belgesi|справка о регистрации|свидетельство о регистрации по месту|
    удостоверение за постоянен адрес|довідка про реєстрацію місця проживання|витяг про місце проживання|住民票|住民票の写し|户口簿|居住证明|戶籍謄本|주민등록등본|
    주민등록표|giấy xác nhận cư trú|sổ hộ khẩu|kartu keluarga|surat keterangan domisili|شهادة إقامة|إثبات سكن|שטר רישום|תמצית רישום`
  ],
  [
    "residence_certificate",
    2,
    `
    is resident at|resides at|is registered at|registered at the address|residing at|register of residents|sole residence|
    main residence|nationality|civil registry|einwohnermeldeamt|meldebehörde|bürgeramt|bürgerbüro|gemeldet|hauptwohnung|
    alleinige wohnung|einzige wohnung|zuzug|bürgerservice|einwohneramt|demeure à|domicilié|réside|état civil|registre national|
    domiciliado en|domicilio|se encuentra inscrito|figura inscrito|habitante|residente em|reside na|freguesia|è residente|
    risulta residente|risulta iscritto|ufficiale d anagrafe|residente in|woonachtig|ingeschreven|bevolking|burgerzaken|zameldowany|
    zameldowana|pobyt stały|pobyt czasowy|zamieszkały|folkbokföringsadress|trvalý pobyt|lakóhely|domiciliat|prebivalište|
    stalno prebivališče|κατοικεί|δήμος`
  ],
  [
    "identity_document",
    7,
    `
    driving licence|driver license|drivers license|driver licence|driver s license|driver s licence|driving license|identity card|
    national identity card|national id card|id card|identification card|residence permit|permanent resident card|
    biometric residence permit|voter id card|elector photo identity card|aadhaar|unique identification authority of india|
    personalausweis|bundesrepublik deutschland personalausweis|führerschein|aufenthaltstitel|identitätskarte|ausländerausweis|
    carte nationale d identité|carte d identité|permis de conduire|titre de séjour|documento nacional de identidad|dni|
    permiso de conducción|licencia de conducir|tarjeta de identidad de extranjero|credencial para votar|cédula de identidad|
    cédula de ciudadanía|tarjeta de residencia|cartão de cidadão|bilhete de identidade|carta de condução|título de residência|
    carteira de identidade|registro geral|carteira nacional de habilitação|carta d identità|carta di identità|patente di guida|
    permesso di soggiorno|identiteitskaart|rijbewijs|verblijfsvergunning|dowód osobisty|prawo jazdy|karta pobytu|körkort|identitetskort|
    kørekort|førerkort|henkilökortti|ajokortti|občanský průkaz|řidičský průkaz|občiansky preukaz|vodičský preukaz|
    személyazonosító igazolvány|carte de identitate|permis de conducere|osobna iskaznica|osebna izkaznica|lična karta|лична карта|
    δελτίο ταυτότητας|άδεια οδήγησης|kimlik kartı|sürücü belgesi|паспорт|водительское удостоверение|посвідка|運転免許証|在留カード|身份证|居民身份证|身份證|
    주민등록증|운전면허증|căn cước công dân|kartu tanda penduduk|mykad|هوية|بطاقة الهوية|رخصة القيادة|emirates id`
  ],
  [
    "identity_document",
    2,
    `
    surname|given names|given name|date of birth|place of birth|sex|date of expiry|document number|card no|card number|dl|class|
    licence number|license number|endorsements|organ donor|restrictions|dvla|hgt|eyes|signature of bearer|holder s signature|idgbr*|
    name vornamen|geburtsort|staatsangehörigkeit|augenfarbe|gültig bis|körpergröße|ausstellende behörde|nom de naissance|prénoms|
    nationalité|lieu de naissance|taille|fecha de nacimiento|apellidos|nacionalidad|sexo|válido hasta|apelidos|data de nascimento|
    filiação|cognome|luogo di nascita|cittadinanza|statura|geboortedatum|geslacht|imiona|nazwisko|data urodzenia|płeć|obywatelstwo`
  ]
]
