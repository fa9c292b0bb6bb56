import { phraseFinder } from "../phrase-finder.ts"
import { furtherAuthorities, furtherForms, furtherSectors } from "./organization-marks-further.ts"

/** What makes a line look like the name or the small print of an organization that issues such documents. */
export type OrganizationMark =
  /** A legal form: Ltd, GmbH, S.p.A. */
  | "form"
  /** The trade of an issuer: bank, energy, water, council, insurance. */
  | "sector"
  /** An authority by its nature: tax office, ministry, municipality. */
  | "authority"
  /** Supervision: "authorised by the Prudential Regulation Authority". */
  | "regulated"
  /** Registration: company number, commercial register, value added tax number. */
  | "registered"
  /** Words that announce the issuer: "issued by". */
  | "issued_by"

const marks: ReadonlyArray<readonly [string, OrganizationMark]> = [
  [
    `
    ltd|limited|plc|llp|llc|inc|incorporated|corp|corporation|company|co|n a|gmbh|ag|kg|ohg|e g|eg|se|kgaa|e v|mbh|aör|sa|s a|sas|sarl|
    s a s|s a r l|sasu|snc|s n c|s p a|spa|s r l|srl|s c p a|b v|bv|n v|nv|sp z o o|sp zoo|s l|sl|s l u|slu|s a u|sau|lda|ltda|
    s a de c v|oy|oyj|ab|a s|as|aps|asa|s r o|d o o|d d|kft|zrt|nyrt|a ş|a e|α ε|pty|pty ltd|pvt ltd|pte ltd|sdn bhd|bhd|ооо|оао|пао|ао|
    тов|ат|ад|еад|株式会社|有限公司|股份有限公司|주식회사|mutual|society|cooperative|co op|trust|genossenschaft|aktiengesellschaft|société anonyme|
    aktiebolag|cic|c i c|eirl|coop|ltée|limitée|pjsc|p j s c|jsc|dac|clg|teoranta|spółka akcyjna|spółka z ograniczoną odpowiedzialnością|
    società per azioni|sociedad anónima|sociedade anónima|naamloze vennootschap|amba|a m b a|scrl|sca|s c a|asbl|vzw|ba|kvg|
    elhandelsbolag|osakeyhtiö|akciová společnost|oü|uab|sia|d d o`,
    "form"
  ],
  [
    `
    drainage|wastewater|sanitation|sewerage|luz|energy|power|utilities|electric|electricity|gas|water|utility|heat|broadband|telecom|telecoms|telecommunications|communications|
    mobile|wireless|fibre|fiber|cable|networks|network|móvil|móvel|mobil|mobilfunk|mobiel|télécoms|fibra|tv|internet|lending|loans|
    cards|card services|credit|assurances|pensions|bank|banking|building society|credit union|savings|mortgages|mortgage|finance|
    financial|insurance|assurance|casualty|indemnity|underwriters|life|mutual|lettings|properties|property|estates|housing association|housing|waste|hydro|solar|grid|
    lighting|*energie|*bank|*werke|*kasse|*versicherung|*versicherungen|*netz|energie*|stadtwerke|wasserwerke|stromversorgung|
    versorgung|telekom|kabel|sparkasse|volksbank|raiffeisenbank|bausparkasse|krankenkasse|elektrizitätswerk|hausverwaltung|immobilien|
    wohnungsbau|fernwärme|glasfaser|énergie|électricité|gaz|eau|eaux|télécom|banque|crédit|caisse d épargne|caisse|mutuelle|immobilier|
    régie|crédit agricole|energía|eléctrica|electricidad|aguas|telefónica|telecomunicaciones|banco|caja|cajamar|seguros|aseguradora|
    inmobiliaria|energia|elétrica|eletricidade|águas|água|telecomunicações|caixa|seguradora|imobiliária|saneamento|elettrica|acqua|
    acque|luce|telecomunicazioni|banca|cassa di risparmio|cassa|assicurazioni|immobiliare|servizi|idrico|energia elettrica|bank nv|
    verzekeringen|verzekering|waterbedrijf|drinkwater|elektriciteit|kabelnet|woningcorporatie|wonen|makelaardij|hypotheken|energetyka|
    elektrownia|wodociągi|gazownia|telekomunikacja|towarzystwo ubezpieczeń|ubezpieczenia|spółdzielnia|tauron|el|kraft|elnät|vatten|
    försäkring|försäkringar|sparbank|forsikring|strøm|vann|fjernvarme|tele|sähkö|vesi|vakuutus|pankki|osuuspankki|energetika|elektrárny|
    vodárny|pojišťovna|spořitelna|banka|poisťovňa|vodárne|biztosító|áramszolgáltató|vízművek|takarék|electrica|apă|asigurări|elektra|
    vodovod|osiguranje|zavarovalnica|ηλεκτρισμού|ύδρευση|τράπεζα|ασφαλιστική|enerji|elektrik|bankası|sigorta|su idaresi|банк|энерго|
    страхование|водоканал|энергосбыт|електро|страхування|電力|ガス|水道|銀行|保険|电力|银行|電訊|自來水|전력|은행|보험|điện lực|ngân hàng|listrik|tenaga|air|
    كهرباء|مياه|بنك|مصرف|اتصالات`,
    "sector"
  ],
  [
    `
    council|borough council|city council|county council|district council|city of|county of|town of|hm revenue customs|
    hm revenue and customs|hmrc|department of|department for|ministry of|home office|internal revenue service|
    social security administration|treasurer|treasury|county treasury|department of the treasury|tax collector|assessor|revenue commissioners|revenue|government|municipality|municipality of|
    municipal corporation|tax authority|agency|dvla|universal credit|jobcentre plus|pension service|the pension service|caf|caf de|cpam|france travail|pôle emploi|medicare|centrelink|electoral registration officer|registrar|taxation office|revenue agency|university|
    authority|commission|office of|bureau|corporation of|state of|commonwealth of|finanzamt|stadt|gemeinde|stadtverwaltung|
    landeshauptstadt|magistrat|bürgeramt|einwohnermeldeamt|bundesagentur|bundesagentur für arbeit|jobcenter|familienkasse|
    deutsche rentenversicherung|landratsamt|bezirksamt|meldebehörde|meldeamt|kanton|canton|canton de|république et canton|administration fiscale|zentrales melderegister|zentralen melderegister|steueramt|steuerverwaltung|markt|kreisverwaltung|
    einwohneramt|stadtkasse|kommune|direction générale|finances publiques|centre des finances publiques|mairie|mairie de|ville de|
    commune de|préfecture|ministère|caisse d allocations familiales|assurance maladie|urssaf|service des impôts|trésor public|
    communauté de communes|métropole|administration communale|agencia tributaria|agencia estatal|ayuntamiento|ayuntamiento de|
    excmo ayuntamiento|diputación|ministerio|seguridad social|tesorería general|junta de|generalitat|comunidad de|gobierno|
    servicio de administración tributaria|autoridade tributária|câmara municipal|câmara municipal de|junta de freguesia|
    segurança social|município|município de|prefeitura|prefeitura municipal|receita federal|ministério|instituto|governo do estado|
    freguesia de|agenzia delle entrate|comune di|comune|città di|ministero|regione|inps|provincia di|ufficio anagrafe|prefettura|
    belastingdienst|gemeente|stad|rijksdienst|sociale verzekeringsbank|waterschap|ministerie|federale overheidsdienst|urząd|
    urząd skarbowy|urząd miasta|urząd gminy|urząd miejski|gmina|zakład ubezpieczeń społecznych|prezydent miasta|ministerstwo|burmistrz|
    wójt gminy|skatteverket|kommun|försäkringskassan|skatteetaten|skattestyrelsen|verohallinto|kaupunki|digi ja väestötietovirasto|kela|
    finanční úřad|městský úřad|magistrát|obecní úřad|mestský úrad|obecný úrad|daňový úrad|kormányhivatal|önkormányzat|adóhatóság|
    nemzeti adó|polgármesteri hivatal|primăria|anaf|direcția|porezna uprava|ministarstvo|grad|općina|upravna enota|finančna uprava|
    občina|δήμος|ααδε|υπουργείο|belediyesi|müdürlüğü|bakanlığı|администрация|налоговая|мвд|фнс|управление|рада|міська рада|община|市役所|
    区役所|税務署|税务局|市政府|稅務局|구청|시청|اسم البلدية|بلدية|وزارة|हमारी`,
    "authority"
  ],
  [
    `
    authorised and regulated by|authorised by|regulated by|authorised by the prudential regulation authority|member fdic|
    financial conduct authority|prudential regulation authority|equal housing lender|licensed by|ofgem|ofcom|
    financial services compensation scheme|central bank of ireland|supervised by|fscs|afsl|australian credit licence|chartered|bafin|
    zugelassen durch|aufsichtsbehörde|zuständige aufsichtsbehörde|acpr|orias|agréé par|contrôlée par|banco de españa|supervisado por|
    registado no banco de portugal|banco central|ivass|banca d italia|iscritta all albo|albo delle banche|onder toezicht|
    de nederlandsche bank|nadzór|komisja nadzoru finansowego|finansinspektionen|finanstilsynet`,
    "regulated"
  ],
  [
    `
    registered in england|registered in england and wales|registered in scotland|company number|company no|registered number|
    registered no|registration number|company registration|company reg no|registered office|vat registration number|vat reg no|
    vat number|vat no|vat reg|abn|acn|ein|gstin|cin|uen|handelsregister|hrb|hra|amtsgericht|ust idnr|ust id nr|
    steuernummer des unternehmens|sitz der gesellschaft|geschäftsführer|vorstand|firmenbuch|siren|siret|rcs|capital social|capital de|
    tva intracommunautaire|n tva|tps|tvq|trn|vat trn|tax registration number|gst reg no|gst registration|gst number|siège social|registro mercantil|cif|c i f|inscrita en el registro|nipc|matriculada|capital social de|
    cnpj|partita iva|p iva|registro imprese|registro delle imprese|capitale sociale|rea|kvk|kamer van koophandel|btw nr|btw|kbo|bce|krs|
    regon|nip|kapitał zakładowy|organisationsnummer|org nr|organisasjonsnummer|cvr|cvr nr|y tunnus|ičo|ič dph|dič|adószám|
    cégjegyzékszám|cui|registrul comerțului|oib|mbs|αφμ|γεμη|mersis|ticaret sicil|rfc|cuit|инн|кпп|огрн|єдрпоу|еик|統一編號`,
    "registered"
  ],
  [
    `
    issued by|bill issued by|issuing authority|issuing office|meldebehörde|ausstellende behörde|behörde|autorité de délivrance|autoridad emisora|
    autorità emittente|instantie|provided by|supplied by|produced by|this statement is issued by|your supplier|supplier|service provider|
    employer|company|ausgestellt von|rechnungssteller|aussteller|émis par|délivré par|émetteur|employeur|emitido por|emitida por|
    expedido por|emisor|empresa|emitente|rilasciato da|emesso da|emittente|datore di lavoro|azienda|uitgegeven door|afgegeven door|
    werkgever|vystavitel|vyhotovil|kibocsátó|számlakibocsátó|emitent|izdavatelj|izdavač|izdajatelj|izdavalac|väljastaja|arve väljastaja|müüja|teenuse osutaja|
    pakalpojuma sniedzējs|izsniedzējs|piegādātājs|pardavėjas|paslaugų teikėjas|tiekėjas|útgefandi|seljandi|satıcı|düzenleyen|prodávající|predávajúci|prodavač|prodavatelj|
    prodajalec|доставчик|издател|постачальник|поставщик|получатель платежа|diterbitkan oleh|dikeluarkan oleh|đơn vị bán hàng|đơn vị cung cấp|
    proveedor|prestador|émis pour le compte de|الجهة المصدرة|wystawca|sprzedawca|wystawione przez|pracodawca|arbeitgeber|entidade patronal|utfärdad av|udstedt af|utstedt av|dodavatel|
    dodávateľ|szolgáltató|furnizor|empleador|εκδότης|işveren`,
    "issued_by"
  ]
]

/** Finds the marks of organizations in a line. */
export const findOrganizationMarks = phraseFinder<OrganizationMark>([
  ...marks,
  [furtherForms, "form"],
  [furtherSectors, "sector"],
  [furtherAuthorities, "authority"]
])
