/** What speaks for a country: the weight, the countries, and phrases (`
    ` between them; the rules of the phrase finder hold). */
export const countryPhrases: ReadonlyArray<readonly [weight: number, countries: string, phrases: string]> = [
  [
    4,
    "GB",
    `
    council tax|hmrc|hm revenue customs|hm revenue and customs|ofgem|ofcom|ofwat|financial conduct authority|
    prudential regulation authority|companies house|registered in england|registered in england and wales|registered in scotland|
    registered in northern ireland|department for work and pensions|dvla|mpan|fscs|financial services compensation scheme|
    national insurance number|universal credit|assured shorthold tenancy|borough council|tv licence`
  ],
  [1.5, "GB", "paye|national insurance|utr"],
  [1.5, "GB IE", "sort code"],
  [1.5, "GB IE", "mprn"],
  [
    4,
    "IE",
    `
    revenue commissioners|pps number|ppsn|central bank of ireland|registered in ireland|local property tax|
    commission for regulation of utilities|eircode|an post|mprn gprn|residential tenancies board`
  ],
  [
    4,
    "US",
    `
    member fdic|fdic|internal revenue service|irs|equal housing lender|form w 2|w 2|1099|zip code|department of motor vehicles|
    public utilities commission|routing number|social security administration|ssn|ein|county treasurer|county assessor|ncua|real id|
    homeowners insurance|public service commission|county of`
  ],
  [1.2, "US", "checking account|escrow|ach"],
  [
    4,
    "CA",
    `
    canada revenue agency|cdic|gst hst|hst|province of|ontario energy board|chequing|interac|sin|crtc|
    service canada|service ontario|hydro`
  ],
  [
    4,
    "AU",
    `
    abn|acn|bsb|australian taxation office|medicare|centrelink|australian energy regulator|tax file number|services australia|bpay|nmi|
    council rates|afsl|australian credit licence`
  ],
  [1.5, "CA", "notice of assessment"],
  [4, "NZ", "inland revenue te tari taake|ird number|nzbn|kiwisaver|rates assessment|new zealand"],
  [
    4,
    "IN",
    `
    gstin|ifsc|ifsc code|pan|aadhaar|income tax department|reserve bank of india|sanctioned load|provident fund|consumer number|
    uidai|government of india|pin code|pincode|cgst|sgst|rbi|micr code`
  ],
  [4, "ZA", "sars|south african revenue service|fsca|ncrcp|eskom|municipal account|authorised financial services|reg no 19|vat reg no 4"],
  [4, "SG", "nric|uen|cpf board|iras|monetary authority of singapore|gst reg no m|singapore"],
  [4, "HK", "hkid|hong kong|inland revenue department|rating and valuation department"],
  [4, "MY", "bank negara|lembaga hasil|sst|malaysia|sdn bhd|lhdn|kwsp"],
  [4, "AE", "trn|emirates id|dubai|abu dhabi|sharjah|ejari|dewa|aed|united arab emirates"],
  [4, "NG", "bvn|nigeria|cbn"],
  [4, "PH", "philippines|bir form|tin no|barangay|sss"],
  [
    4,
    "DE",
    `
    handelsregister|hrb|amtsgericht|ust idnr|bafin|finanzamt|bundesanstalt für finanzdienstleistungsaufsicht|bundesrepublik deutschland|
    bundesnetzagentur|deutsche rentenversicherung|familienkasse|einwohnermeldeamt|marktlokation|solidaritätszuschlag|grundsteuer|
    deutschland|grundsteuerbescheid|meldebescheinigung|steueridentifikationsnummer`
  ],
  [
    4,
    "AT",
    `
    firmenbuch|fn|firmenbuchgericht|uid nr atu|handelsgericht wien|e control|österreich|republik österreich|meldezettel|
    zentrales melderegister|finma at|arbeitnehmerveranlagung`
  ],
  [
    4,
    "CH",
    "schweiz|suisse|svizzera|finma|mwst nr che|che|ahv|ahv nr|chf|einwohneramt|kanton|postfinance|quellensteuer|niederlassungsausweis"
  ],
  [4, "LI", "liechtenstein"],
  [
    4,
    "FR",
    `
    siret|siren|rcs|code ape|direction générale des finances publiques|finances publiques|république française|acpr|orias|arcep|
    capital social de|urssaf|cpam|france|code naf|point de livraison|taxe foncière|taxe d habitation`
  ],
  [
    4,
    "BE",
    `
    kbo|bce|bce kbo|rpr|rpm|fod financiën|spf finances|fsma|brugel|vreg|cwape|belgique|belgië|tva be|btw be|registre national|
    rijksregister|ondernemingsnummer|numéro d entreprise`
  ],
  [4, "LU", "luxembourg|cssf|r c s luxembourg|rcs luxembourg"],
  [
    4,
    "NL",
    `
    kvk|k v k|kamer van koophandel|belastingdienst|btw nr nl|afm|de nederlandsche bank|gemeentelijke belastingen|woz|bsn|
    autoriteit consument en markt|nederland|basisregistratie personen|inkomstenbelasting`
  ],
  [
    4,
    "ES",
    `
    nif|cif|c i f|n i f|agencia tributaria|españa|registro mercantil|ayuntamiento|banco de españa|cups|seguridad social|
    padrón municipal|comunidad de madrid|cnmc|inscrita en el registro mercantil`
  ],
  [
    4,
    "PT",
    `
    nipc|contribuinte|autoridade tributária|junta de freguesia|portugal|banco de portugal|erse|anacom|nib|matriculada na conservatória|
    código postal pt|atcud|segurança social`
  ],
  [4, "BR", "cnpj|cpf|cep|aneel|receita federal|banco central do brasil|brasil|prefeitura|iptu|anatel|nota fiscal|icms"],
  [
    4,
    "IT",
    `
    codice fiscale|partita iva|p iva|agenzia delle entrate|arera|registro delle imprese|banca d italia|comune di|ivass|agcom|italia|rea|
    pod|imposta di bollo|capitale sociale`
  ],
  [
    4,
    "PL",
    `
    nip|regon|krs|pesel|urząd skarbowy|knf|komisja nadzoru finansowego|polska|rzeczpospolita polska|ppe|rejestr przedsiębiorców|
    urząd miasta|zakład ubezpieczeń społecznych`
  ],
  [
    4,
    "SE",
    `
    organisationsnummer|org nr|bankgiro|plusgiro|skatteverket|sverige|personnummer|finansinspektionen|ocr nummer|godkänd för f skatt|
    folkbokföring`
  ],
  [4, "NO", "organisasjonsnummer|foretaksregisteret|skatteetaten|norge|fødselsnummer|kid|mva"],
  [4, "DK", "cvr|cvr nr|skat|danmark|cpr|betalingsservice|nets"],
  [1.5, "DK", "fakturadato|betalingsdato|beløb til betaling|moms"],
  [1.5, "SE", "fakturadatum|förfallodatum|att betala|styrelsens säte|momsreg nr|moms|kundnummer"],
  [3, "NO", "poststed|forsikringstaker|avtalenummer|anleggsadresse|nettleie|husleie|leilighet|bostedsattest|folkeregisteret"],
  [3, "DK", "forsikringstager|aftalenummer|husleje|lejemål|forfaldsdato|bopælsattest|folkeregisteradresse"],
  [1.5, "NO", "forfallsdato|å betale|kid nummer|fakturadato"],
  [4, "FI", "y tunnus|suomi|verohallinto|henkilötunnus|viitenumero|alv"],
  [4, "CZ", "ičo|ič|dič cz|česká republika|městský soud|kč|rodné číslo|česká národní banka|erú|krajský soud"],
  [4, "SK", "ič dph|slovenská republika|obchodný register|okresný súd|slovensko|rodné číslo sk"],
  [4, "HU", "adószám|cégjegyzékszám|magyarország|nav|mnb|fogyasztási hely"],
  [4, "RO", "cui|registrul comerțului|nr reg com|românia|anaf|cnp|anre|bnr"],
  [4, "BG", "еик|булстат|българия|ддс|егн"],
  [4, "GR", "αφμ|α φ μ|δ ο υ|ελλάδα|ααδε|γεμη"],
  [4, "HR", "oib|hrvatska|mbs|hep"],
  [4, "SI", "slovenija|matična številka|id za ddv|furs"],
  [4, "RS", "pib|srbija|apr"],
  [4, "TR", "vergi dairesi|türkiye|t c kimlik|tckn|mersis|vergi no|epdk|kdv"],
  [4, "EE", "eesti|registrikood|kmkr"],
  [4, "LV", "latvija|pvn reg|reģ nr"],
  [4, "LT", "lietuva|pvm mokėtojo kodas|įmonės kodas"],
  [4, "RU", "инн|огрн|кпп|россия|российская федерация|снилс"],
  [4, "UA", "єдрпоу|україна|іпн|рнокпп"],
  [4, "MX", "rfc|curp|cfe|méxico|sat servicio de administración tributaria|infonavit|imss|cfdi|c p|colonia|delegación"],
  [4, "AR", "cuit|cuil|afip|argentina|dni ar|buenos aires|ingresos brutos"],
  [4, "CL", "rut|chile|sii|comuna"],
  [4, "CO", "nit|colombia|dian|cédula de ciudadanía|estrato|bogotá"],
  [4, "PE", "perú|sunat|osinergmin"],
  [2.5, "UY", "uruguay|montevideo"],
  [4, "JP", "日本|東京都|大阪府|株式会社|令和"],
  [4, "CN", "中国|中华人民共和国|统一社会信用代码"],
  [4, "TW", "台灣|中華民國|統一編號|新臺幣"],
  [4, "KR", "대한민국|사업자등록번호|서울특별시|주민등록"],
  [4, "IL", "ישראל|ח פ"],
  [4, "SA", "المملكة العربية السعودية|الرياض|جدة|saudi arabia"],
  [4, "EG", "جمهورية مصر العربية|القاهرة|egypt"],
  [4, "TH", "ประเทศไทย|กรุงเทพมหานคร|เลขประจำตัวผู้เสียภาษี|thailand"],
  [4, "VN", "việt nam|mã số thuế|vietnam"],
  [4, "ID", "npwp|indonesia|pln|nik"],
  [4, "CY", "cyprus|κύπρος"],
  [4, "MT", "malta"],
  [4, "KE", "kra pin|kenya"],
  [4, "PK", "pakistan|cnic|ntn"],
  [4, "BD", "bangladesh"],
  // Large cities, whose names few other places share.
  [1.5, "ZA", "cape town|johannesburg|pretoria|durban|gqeberha|bloemfontein|south africa"],
  [1.5, "IN", "mumbai|new delhi|bengaluru|bangalore|chennai|hyderabad|kolkata|pune|ahmedabad|india"],
  [1.5, "AU", "sydney|melbourne|brisbane|adelaide|canberra|hobart|australia"],
  [1.5, "NZ", "auckland|wellington|christchurch|tauranga|dunedin"],
  [1.5, "IE", "dublin|galway|limerick|ireland"],
  [1.5, "KE", "nairobi|mombasa"],
  [1.5, "NG", "lagos|abuja"],
  // Forms of companies.
  [0.8, "GB IE", "limited|ltd|plc|llp"],
  [1, "US", "inc|llc|corp|n a"],
  [2, "DE", "gmbh|e v|kgaa|gmbh co kg|eg"],
  [0.8, "AT CH", "gmbh"],
  [1.5, "FR", "sas|sarl|sasu|sci"],
  [1.5, "NL", "b v|bv"],
  [1.2, "NL BE", "n v"],
  [2.5, "IE", "dac|designated activity company"],
  [3, "CO", "s a e s p|e s p"],
  [2.5, "IT", "s p a|spa|s r l|srl"],
  [2.5, "ES", "s l u|slu|s a u|sau"],
  [0.7, "ES PT FR", "s a"],
  [2, "PT", "lda|unipessoal"],
  [2, "BR", "ltda"],
  [3, "PL", "sp z o o|sp zoo"],
  [2, "FI", "oy|oyj"],
  [1.5, "SE", "aktiebolag|ab publ"],
  [1.5, "DK", "a s|aps"],
  [2, "CZ SK", "s r o|a s"],
  [3, "HU", "kft|zrt|nyrt"],
  [2, "HR SI RS", "d o o|d d"],
  [2.5, "AU", "pty ltd"],
  [1, "ZA", "pty ltd"],
  [2, "IN", "pvt ltd|private limited"],
  [3, "MX", "s a de c v"],
  [3, "TR", "a ş|anonim şirketi"],
  [3, "BE", "sprl|bvba|srl sa"]
]
