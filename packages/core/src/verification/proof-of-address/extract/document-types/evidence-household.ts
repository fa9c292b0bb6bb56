import type { TypeEvidence } from "./evidence.ts"

/** Words of utilities, telephone companies, landlords and employers. */
export const householdEvidence: ReadonlyArray<TypeEvidence> = [
  [
    "utility_bill",
    6,
    `
    electricity bill|gas bill|water bill|energy bill|utility bill|utilities bill|utilities invoice|utilities statement|
    your electricity bill|your energy bill|your gas bill|your water bill|electric bill|sewer bill|water and sewer bill|sewerage bill|
    wastewater bill|power bill|electricity statement|energy statement|heating bill|dual fuel bill|electricity account|gas account|
    water services bill|utility statement|stromrechnung|gasrechnung|wasserrechnung|energierechnung|strom jahresabrechnung|
    jahresverbrauchsabrechnung|verbrauchsabrechnung|heizkostenabrechnung|fernwärmerechnung|stromabrechnung|gasabrechnung|
    wasserabrechnung|abfallgebühren|facture d électricité|facture de gaz|facture d eau|facture d énergie|facture électricité|
    facture gaz|facture eau|votre facture d électricité|votre facture de gaz|facture de régularisation|
    facture d eau et d assainissement|facture de chauffage|factura de electricidad|factura de la luz|factura de luz|factura de gas|
    factura de agua|factura del agua|factura electricidad|recibo de luz|recibo de agua|recibo de la luz|factura de energía|
    factura de suministro|fatura de eletricidade|fatura de electricidade|fatura de água|fatura de gás|fatura da água|conta de luz|
    conta de energia|conta de água|fatura de energia|fatura de eletricidade e gás|fatura de energia elétrica|
    nota fiscal conta de energia elétrica|bolletta della luce|bolletta luce|bolletta gas|bolletta del gas|
    bolletta dell energia elettrica|bolletta energia elettrica|bolletta acqua|bolletta dell acqua|bolletta sintetica|
    fornitura di energia elettrica|fornitura di gas naturale|servizio idrico integrato|bolletta|energienota|jaarafrekening energie|
    jaarnota energie|energierekening|stroomrekening|waterrekening|waternota|jaarafrekening|eindafrekening energie|voorschotfactuur|
    afrekeningsfactuur|faktura za energię elektryczną|faktura za energię|faktura za gaz|faktura za wodę|rachunek za prąd|
    rachunek za energię|rozliczenie energii elektrycznej|faktura za paliwo gazowe|faktura za wodę i ścieki|elräkning|elfaktura|
    fjärrvärmefaktura|fjernvarmeregning|kaukolämpölasku|lämpölasku|elregning|strømregning|strømfaktura|vannregning|vandregning|sähkölasku|vesilasku|faktura za elektřinu|vyúčtování elektřiny|
    vyúčtování za elektřinu|vyúčtovanie elektriny|faktúra za elektrinu|áramszámla|gázszámla|villanyszámla|factură de energie electrică|
    factura energie electrica|factură gaze naturale|račun za struju|račun za električnu energiju|račun za elektriko|
    λογαριασμός ρεύματος|λογαριασμός ύδρευσης|λογαριασμός ηλεκτρικού|elektrik faturası|su faturası|doğalgaz faturası|doğal gaz faturası|
    квитанция за электроэнергию|счет за электроэнергию|сметка за ток|рахунок за електроенергію|電気ご使用量のお知らせ|電気料金|水道料金|ガス料金|电费|電費單|水費|水費單|
    전기요금|수도요금|hóa đơn tiền điện|tagihan listrik|bil elektrik|bil air|bil utiliti|فاتورة الكهرباء|فاتورة المياه|बिजली बिल|विद्युत बिल|
    ใบแจ้งค่าไฟฟ้า|ค่าไฟฟ้า|חשבון חשמל|חשבון מים`
  ],
  [
    "utility_bill",
    3,
    `
    electricity charges|electricity used|electricity usage|gas used|gas charges|kwh|kilowatt hours|unit rate|standing charge|
    meter reading|meter readings|meter number|meter serial number|mpan|mprn|supply number|meter point|supply address|water charges|
    wastewater charges|sewerage|sewerage charges|surface water drainage|fresh water|cubic metres|therms|ccf|kilowatt|tariff name|
    estimated annual consumption|your electricity|your gas|energy charge|delivery charge|kw h|units consumed|sanctioned load|
    electricity duty|consumer number|consumption charge|supply charge|daily supply charge|nmi|network charge|refuse collection|
    solid waste|district heating|electricity|natural gas|energy supply|water supply|water usage|zählerstand|zählernummer|arbeitspreis|
    grundpreis|marktlokation|messlokation|verbrauchsstelle|lieferstelle|stromverbrauch|gasverbrauch|netznutzung|netzbetreiber|
    stromsteuer|kilowattstunden|abschlag|abschlagszahlung|trinkwasser|schmutzwasser|niederschlagswasser|abwasser|fernwärme|müllgebühr|
    strom*|erdgas|point de livraison|pdl|point de comptage|relevé de compteur|index de relève|consommation électricité|acheminement|
    abonnement électricité|heures creuses|heures pleines|prix du kwh|puissance souscrite|assainissement|électricité|gaz naturel|
    eau potable|consommation d eau|distribution de l eau|collecte et traitement des eaux usées|lieu de consommation|cta|cspe|cups|potencia contratada|término de potencia|energía consumida|peaje de acceso|peajes|
    lectura del contador|contador|punto de suministro|dirección de suministro|consumo facturado|alcantarillado|abastecimiento|
    impuesto sobre electricidad|impuesto electricidad|energía eléctrica|suministro de agua|consumo de agua|potência contratada|
    local de consumo|cpe|cui|termo de potência|contador nº|leitura real|saneamento|consumo de energia|energia elétrica|kva|
    taxa de audiovisual|resíduos urbanos|unidade consumidora|bandeira tarifária|iluminação pública|pod|pdr|potenza impegnata|
    spesa per la materia energia|oneri di sistema|letture e consumi|punto di prelievo|punto di riconsegna|
    trasporto e gestione del contatore|smc|energia elettrica|gas naturale|acquedotto|depurazione|fognatura|mercato libero|
    servizio di maggior tutela|ean code|leveringskosten|netbeheerder|meterstanden|stroomverbruik|gasverbruik|verbruik|leveringsadres|
    energiebelasting|vastrecht|elektriciteit|aardgas|drinkwater|punkt poboru energii|ppe|energia elektryczna|energia czynna|
    opłata dystrybucyjna|opłata sieciowa|opłata handlowa|odczyt licznika|numer licznika|zużycie energii|taryfa g11|paliwo gazowe|ścieki|
    chauffage urbain|teleriscaldamento|stadsverwarming|warmtelevering|fjärrvärme|fjernvarme|kaukolämpö|kaukolämmön|vesimaksu|jätevesimaksu|jätevesi|energiamaksu|
    anläggningsid|elhandel|elnät|nätavgift|målerpunkt|målepunkt|måler|strømforbruk|sähkön|odběrné místo|spotřeba elektřiny|
    odberné miesto|fogyasztás|fogyasztási hely|loc de consum|obračunsko mjerno mjesto|αριθμός παροχής|κατανάλωση|tesisat no|tüketim|
    лицевой счет|показания|квт|使用量|用電|electricity services|gas services|water services|refuse removal|electricity bill details|
    electric usage|electric service|piped gas|png|scm|energy usage|supply period|icp|icp number|daily charge|electricity from|meter no|electricity distribution|
    green bill|housing fee|dewa|sewa|fewa|addc|electricity and water authority|electricity water authority|electricity supply company|
    electricity board|discom|connected load|basic charge|step 1|hydro|energiekosten|netzkosten|netzentgelt|lieferanschrift|zählpunkt|
    lieferzeitraum|stromlieferung|stroom|termijnfactuur|termijnbedrag|voorschot|gas en stroom|stroom en gas|nettleie|strøm|
    anleggsadresse|strømavtale|el perioden|elförbrukning|elavtal|förbrukning|anläggningsadress|aftagenummer|elforbrug|nettarif|
    comisión federal de electricidad|no de servicio|no medidor|número de medidor|periodo facturado|lectura actual|lectura anterior|
    energía kwh|consumo kwh|instalação|leitura anterior|leitura atual|próxima leitura|tusd|cosip|distribuição de energia|prąd|gaz|
    sprzedaż energii|taryfa|dostawa energii|energia|energie|électricité ht|consommation du|fourniture d électricité|taxe sur l électricité|
    puissance|relève|eletricidade|gás natural|energia eléctrica|bolletta n|fornitura|consumi|quota energia|gas bill|water rates`
  ],
  [
    "utility_bill",
    2,
    `
    energy|power|water|gas|light|electric|utilities|waste|*energie|*energi|*kraft|*kraftverk|elhandel|wasser|eau|agua|aguas|acqua|luce|luz|água|águas|woda|
    stadtwerke|*werke|enerji|vand|vann|vatten|vesi|víz|voda|kwh|cubic meters|m3|gallons|kilolitre|kl`
  ],
  [
    "telecom_bill",
    6,
    `
    broadband bill|internet bill|telephone bill|phone and broadband bill|landline bill|cable bill|your broadband bill|fibre bill|
    home phone bill|cable tv bill|internet invoice|broadband invoice|internet service bill|internet and tv bill|your internet bill|
    telecom bill|telecommunications bill|festnetzrechnung|telefonrechnung|internetrechnung|kabelrechnung|dsl rechnung|
    rechnung für internet und telefon|telekommunikationsrechnung|festnetz rechnung|facture internet|facture box|
    facture de téléphone fixe|facture téléphone fixe|facture fixe|facture fibre|facture internet et téléphone|factura de internet|
    factura de teléfono fijo|factura de fibra|factura internet|factura de telefonía|fatura de internet|fatura de telefone fixo|
    fatura de telecomunicações|fatura tv net voz|conta de internet|fattura internet|fattura fibra|conto telefonico|bolletta telefonica|
    bolletta internet|fattura telefono fisso|factuur internet|internetfactuur|factuur internet en tv|factuur internet tv en bellen|
    telefoonrekening|internetrekening|faktura za internet|faktura za usługi telekomunikacyjne|rachunek za internet|
    rachunek telefoniczny|faktura bredband|bredbandsfaktura|bredbåndsregning|internetregning|internetlasku|laajakaistalasku|
    vyúčtování služeb elektronických komunikací|factură internet|λογαριασμός τηλεφώνου|σταθερή τηλεφωνία|internet faturası|
    telefon faturası|счет за интернет|interneto sąskaita|فاتورة الانترنت|固網|寬頻帳單|인터넷 요금|光回線`
  ],
  [
    "telecom_bill",
    3,
    `
    internet|internet fibre|internet fiber|télé|tv|fibre|fixed broadband|elife|line|landline number|telephone number|calls|
    broadband|fibre broadband|fiber internet|internet service|internet plan|home phone|landline|line rental|cable tv|wifi|wi fi|router|
    mbps|superfast|full fibre|set top box|high speed internet|tv package|digital tv|modem rental|voip|festnetz|dsl|glasfaser|
    kabelanschluss|breitband|anschlussnummer|telefonanschluss|internetanschluss|router miete|fibre optique|ligne fixe|box internet|
    abonnement internet|téléphonie fixe|décodeur tv|fibra óptica|teléfono fijo|línea fija|línea fija y|banda ancha|internet fixa|
    telefone fixo|banda larga|televisão|fibra ottica|linea fissa|linea telefonica|telefono fisso|adsl|glasvezel|vaste telefonie|
    digitale tv|internet en tv|światłowód|telefon stacjonarny|łącze internetowe|internet stacjonarny|bredband|bredbånd|fiber|
    laajakaista|internetové připojení|pevná linka|internet prin fibra|fixed line|fixa|σταθερό|интернет|домашний интернет`
  ],
  [
    "mobile_phone_bill",
    6,
    `
    mobile bill|mobile phone bill|your mobile bill|wireless bill|cell phone bill|mobile phone statement|mobile account|pay monthly bill|
    postpaid bill|mobile invoice|your wireless bill|wireless statement|mobile statement|cellular bill|mobilfunkrechnung|handyrechnung|
    mobilrechnung|ihre mobilfunk rechnung|rechnung mobilfunk|facture mobile|facture de téléphone mobile|facture téléphonie mobile|
    facture forfait mobile|votre facture mobile|factura móvil|factura de móvil|factura de telefonía móvil|factura de teléfono móvil|
    factura de su móvil|fatura de telemóvel|fatura telemóvel|fatura móvel|fatura de celular|conta de celular|fattura mobile|
    fattura telefonia mobile|fattura cellulare|mobiele factuur|factuur mobiel|mobiele rekening|factuur mobiele telefonie|
    faktura za telefon komórkowy|rachunek za telefon komórkowy|faktura za usługi mobilne|mobilfaktura|mobilräkning|mobilregning|
    mobiilaskun|matkapuhelinlasku|vyúčtování mobilních služeb|vyúčtovanie mobilných služieb|mobilszámla|factură telefonie mobilă|
    λογαριασμός κινητού|λογαριασμός κινητής|cep telefonu faturası|gsm faturası|счет за мобильную связь|携帯電話料金|手機帳單|휴대폰 요금`
  ],
  [
    "mobile_phone_bill",
    3,
    `
    mobile|wireless bill|unlimited plus|smartphone|iphone|surcharges|gov fees|mobile service|airtime|bolt ons|
    mobile number|your mobile|mobile plan|wireless number|sim only|sim card|roaming|data allowance|text messages|sms|device payment|
    device plan|wireless|mobile broadband data|minutes used|data used|gb data|mobile services|unlimited minutes|5g plan|handset|
    voice minutes|cell phone|mobilfunk*|rufnummer|mobilfunknummer|datenvolumen|handy|sim karte|handytarif|ligne mobile|forfait mobile|
    numéro de mobile|numéro mobile|appels émis|forfait|téléphone mobile|línea móvil|número móvil|tarifa móvil|datos móviles|
    roaming datos|móvil|telefonía móvil|telemóvel|tarifário móvel|cartão sim|número de telemóvel|celular|linea mobile|numero mobile|
    numero di cellulare|ricarica|giga|telefonia mobile|cellulare|mobiel nummer|mobiel abonnement|databundel|belminuten|
    sim only abonnement|numer telefonu|abonament komórkowy|pakiet danych|telefon komórkowy|mobilabonnemang|mobilabonnement|mobilnummer|
    mobilní tarif|telefonní číslo|hívásrészletező|abonament mobil|κινητό|κινητή τηλεφωνία|мобильная связь`
  ],
  [
    "lease_agreement",
    7,
    `
    tenancy agreement|assured shorthold tenancy|assured shorthold tenancy agreement|lease agreement|residential lease|
    residential lease agreement|rental agreement|residential tenancy agreement|lease contract|house lease|apartment lease|
    leave and license agreement|rent agreement|tenancy contract|occupation contract|standard lease|mietvertrag|wohnraummietvertrag|
    wohnungsmietvertrag|mietvertrag für wohnräume|untermietvertrag|contrat de location|contrat de bail|bail d habitation|
    bail de location|bail à loyer|contrat de bail à loyer|bail|contrato de arrendamiento|contrato de alquiler|
    contrato de arrendamiento de vivienda|contrato de arrendamento|contrato de locação|contrato de locação residencial|
    contrato de arrendamento para habitação|contratto di locazione|contratto di affitto|contratto di locazione ad uso abitativo|
    huurovereenkomst|huurcontract|huurovereenkomst woonruimte|huurovereenkomst zelfstandige woonruimte|umowa najmu|
    umowa najmu lokalu mieszkalnego|umowa najmu mieszkania|hyresavtal|hyreskontrakt|lejekontrakt|leieavtale|husleiekontrakt|
    vuokrasopimus|nájemní smlouva|smlouva o nájmu bytu|nájomná zmluva|bérleti szerződés|lakásbérleti szerződés|contract de închiriere|
    ugovor o najmu|ugovor o zakupu|najemna pogodba|μισθωτήριο|μισθωτήριο συμβόλαιο|ιδιωτικό συμφωνητικό μίσθωσης|kira sözleşmesi|
    договор найма|договор аренды|договір оренди|договор за наем|賃貸借契約書|租賃契約|租赁合同|房屋租赁合同|임대차계약서|hợp đồng thuê nhà|perjanjian sewa|
    perjanjian penyewaan|عقد إيجار|عقد الإيجار|ejari`
  ],
  [
    "lease_agreement",
    3,
    `
    landlord|tenant|lessor|lessee|security deposit|monthly rent|the premises|rent payable|tenancy deposit|the tenant shall|
    letting agent|vermieter|mieter|kaltmiete|nettomiete|kaution|mietsache|mietzins|nebenkosten|mieträume|bailleur|locataire|loyer|
    dépôt de garantie|arrendador|arrendatario|renta mensual|fianza|arrendador e|senhorio|inquilino|locador|locatário|renda mensal|
    aluguel|caução|locatore|conduttore|canone|canone di locazione|deposito cauzionale|verhuurder|huurder|huurprijs|waarborgsom|
    wynajmujący|najemca|czynsz|kaucja|hyresvärd|hyresgäst|lejer|udlejer|leietaker|utleier|vuokranantaja|vuokralainen|pronajímatel|
    nájemce|prenajímateľ|nájomca|bérbeadó|bérlő|locator|chiriaș|najmodavac|najmoprimac|εκμισθωτής|μισθωτής|kiraya veren|kiracı|
    наймодатель|наниматель|арендодатель|арендатор`
  ],
  [
    "employer_letter",
    6,
    `
    payslip|pay slip|pay stub|paystub|earnings statement|salary slip|wage slip|salary statement|statement of earnings|payroll advice|
    pay advice|employment verification|employment verification letter|verification of employment|letter of employment|
    confirmation of employment|employer letter|employment certificate|employment confirmation letter|proof of employment|
    certificate of employment|lohnabrechnung|gehaltsabrechnung|entgeltabrechnung|verdienstabrechnung|lohnausweis|gehaltsnachweis|
    abrechnung der brutto netto bezüge|entgeltnachweis|arbeitgeberbescheinigung|beschäftigungsnachweis|arbeitsbescheinigung|lohnzettel|
    bulletin de paie|bulletin de salaire|fiche de paie|fiche de salaire|attestation employeur|attestation de travail|
    attestation d emploi|certificat de travail|nómina|recibo de nómina|recibo de salarios|
    recibo individual justificativo del pago de salarios|hoja de salario|certificado de empresa|certificado laboral|constancia laboral|
    recibo de vencimento|recibo de vencimentos|holerite|contracheque|demonstrativo de pagamento de salário|
    declaração da entidade patronal|declaração de vínculo laboral|recibo de remunerações|busta paga|cedolino paga|cedolino|
    prospetto paga|libro unico del lavoro|certificazione del datore di lavoro|loonstrook|salarisstrook|loonspecificatie|
    salarisspecificatie|loonbrief|werkgeversverklaring|loonfiche|lista płac|pasek wynagrodzenia|zaświadczenie o zatrudnieniu|
    odcinek wynagrodzenia|pasek płacowy|lönespecifikation|lönebesked|lønseddel|lønnsslipp|palkkalaskelma|palkkakuitti|výplatní páska|
    výplatná páska|bérjegyzék|fluturaș de salariu|stat de plată|platna lista|plačilna lista|μισθοδοσία|εκκαθαριστικό μισθοδοσίας|
    απόδειξη πληρωμής μισθού|maaş bordrosu|ücret bordrosu|расчетный листок|справка с места работы|розрахунковий лист|фиш за заплата|
    給与明細|給与支給明細書|工资单|薪資單|급여명세서|phiếu lương|slip gaji|كشف راتب|قسيمة الراتب|شهادة راتب`
  ],
  [
    "employer_letter",
    3,
    `
    net pay|gross pay|basic salary|employee number|employee id|employee no|tax code|paye|pay date|national insurance contributions|
    ni number|year to date|ytd|deductions|earnings|is employed by|has been employed|employed with us|provident fund|take home|job title|
    department|fica|student accommodation|staff quarters|bruttolohn|nettolohn|auszahlungsbetrag|steuerklasse|personalnummer|
    sozialversicherung|gesamtbrutto|lohnsteuer|kirchensteuer|rentenversicherung|krankenkasse|salaire brut|salaire net|
    net à payer avant impôt|cotisations|matricule|net imposable|urssaf|convention collective|emploi|salario bruto|
    líquido total a percibir|devengos|deducciones|categoría profesional|grupo de cotización|vencimento base|segurança social|
    líquido a receber|salário base|inss|fgts|retribuzione|netto in busta|trattenute|inps|dipendente|imponibile irpef|brutoloon|
    nettoloon|loonheffing|bruto salaris|netto salaris|brutto netto|wynagrodzenie|składki zus|do wypłaty|bruttolön|nettolön|bruttolønn|
    skattetabell|a skatt|hrubá mzda|čistá mzda|bruttó bér|nettó bér|salariu brut|salariu net|bruto plaća|bruto plača|μικτές αποδοχές|
    net ücret|brüt ücret|оклад|начислено`
  ]
]
