import type { TypeEvidence } from "./evidence.ts"

/** Words of banks, card companies and insurers. */
export const financialEvidence: ReadonlyArray<TypeEvidence> = [
  [
    "bank_statement",
    6,
    `
    bank statement|current account statement|bank account statement|checking account statement|
    savings account statement|checking statement|savings statement|your current account statement|
    transaction account statement|everyday account statement|chequing account statement|deposit account statement|kontoauszug|
    kontoauszüge|rechnungsabschluss|girokonto kontoauszug|finanzstatus|relevé de compte|relevé bancaire|extrait de compte|
    relevé de compte courant|relevé de vos comptes|extracto bancario|extracto de cuenta|estado de cuenta|extracto mensual|
    extracto de movimientos|extrato bancário|extrato de conta|extrato combinado|extrato mensal|extrato de conta corrente|
    extrato integrado|estratto conto|estratto di conto corrente|estratto conto corrente|rekeningafschrift|bankafschrift|
    rekeningoverzicht|rekeninguittreksel|wyciąg bankowy|wyciąg z rachunku|wyciąg z konta|zestawienie operacji|historia rachunku|
    kontoutdrag|kontoutskrift|kontoudskrift|tiliote|výpis z účtu|výpis z běžného účtu|számlakivonat|bankszámlakivonat|extras de cont|
    izvadak po računu|izpisek prometa|κίνηση λογαριασμού|αντίγραφο κίνησης λογαριασμού|hesap ekstresi|hesap özeti|выписка по счету|
    виписка по рахунку|извлечение по сметка|取引明細書|银行对账单|對帳單|綜合月結單|月結單|거래내역서|sao kê tài khoản|rekening koran|penyata akaun|كشف حساب`
  ],
  [
    "bank_statement",
    3,
    `
    opening balance|closing balance|money in|money out|paid in|paid out|sort code|overdraft|balance brought forward|
    balance carried forward|beginning balance|ending balance|deposits and withdrawals|deposits and other credits|withdrawals|
    atm withdrawal|checks paid|current account|checking account|savings account|available balance|fscs|member fdic|bsb|running balance|
    account summary|standing order|direct deposit|alter saldo|neuer saldo|anfangssaldo|endsaldo|dispositionskredit|kontostand|
    buchungstag|wertstellung|girokonto|überweisung|einlagensicherung|solde précédent|ancien solde|nouveau solde|solde créditeur|
    solde débiteur|compte courant|compte de dépôt|compte chèques|virement|rib|saldo anterior|saldo inicial|saldo final|cuenta corriente|
    cuenta de ahorro|reintegro|transferencia|saldo contabilístico|conta corrente|conta à ordem|depósitos à ordem|movimentos|
    transferência|saldo disponível|saldo iniziale|saldo finale|conto corrente|bonifico|movimenti dare|accrediti|addebiti|
    saldo contabile|beginsaldo|eindsaldo|betaalrekening|bijschrijvingen|afschrijvingen|oud saldo|nieuw saldo|saldo początkowe|
    saldo końcowe|rachunek oszczędnościowo rozliczeniowy|uznania|obciążenia|przelew|ingående saldo|utgående saldo|inngående saldo|
    lønkonto|alkusaldo|loppusaldo|počáteční zůstatek|konečný zůstatek|nyitó egyenleg|záró egyenleg|sold inițial|sold final|
    početno stanje|υπόλοιπο|dönem başı bakiye|bakiye|входящий остаток|исходящий остаток|残高|余额|餘額|잔액`
  ],
  // Any creditor sends a statement of account; a bank's says more.
  [
    "bank_statement",
    4,
    `
    statement number|statement no|opening and closing balance|
    account statement|statement of account|statement of accounts|your statement|your bank account details|your account statement|
    checking summary|savings summary|account activity|transaction history|transaction detail|transaction details|e statement|
    umsatzübersicht|kontoübersicht|movimientos de la cuenta|détail des opérations|relevé des opérations|lista movimenti|
    dettaglio movimenti|lista transakcji|historia transakcji|transaktioner|kontohändelser|af en bijschrijvingen`
  ],
  [
    "credit_card_statement",
    7,
    `
    credit card statement|card statement|your credit card statement|mastercard statement|visa statement|credit card account statement|
    charge card statement|credit card bill|credit card account|kreditkartenabrechnung|kreditkartenrechnung|
    kreditkarten umsatzabrechnung|monatsabrechnung kreditkarte|kreditkartenumsätze|relevé de carte de crédit|relevé de carte|
    relevé carte bancaire|relevé de compte carte de crédit|état de compte carte de crédit|extracto de tarjeta de crédito|
    extracto de tarjeta|resumen de tarjeta de crédito|estado de cuenta de tarjeta de crédito|estado de cuenta tarjeta de crédito|
    liquidación de tarjeta|extrato de cartão de crédito|fatura do cartão|fatura do cartão de crédito|fatura de cartão de crédito|
    extrato cartão de crédito|estratto conto carta di credito|estratto conto carta|carta di credito estratto conto|creditcardafschrift|
    creditcardoverzicht|creditcard overzicht|rekeningoverzicht creditcard|kredietkaart uitgavenstaat|uitgavenstaat|
    wyciąg z karty kredytowej|wyciąg karty kredytowej|zestawienie transakcji kartą kredytową|kreditkortsfaktura|kreditkortfaktura|
    kreditkortregning|luottokorttilasku|výpis z kreditní karty|hitelkártya kivonat|hitelkártya számlakivonat|
    extras de cont card de credit|λογαριασμός πιστωτικής κάρτας|kredi kartı ekstresi|kredi kartı hesap özeti|выписка по кредитной карте|
    クレジットカードご利用明細|ご利用代金明細書|信用卡对账单|信用卡帳單|信用卡月結單|신용카드 이용대금명세서|sao kê thẻ tín dụng|penyata kad kredit|tagihan kartu kredit|
    كشف حساب بطاقة الائتمان`
  ],
  [
    "bank_statement",
    2,
    `
    debit|credit|balance|transaction|transactions|narration|withdrawal|deposit|deposits|branch|branch number|ifsc|micr|bank|iban|bic|
    direct debit|atm|pos purchase|interest rate|fees and charges|soll|haben|débit|crédit|banque|debe|haber|banco|saldo|dare|avere|banca|
    af|bij|bank nv|obciążenie|uznanie|uttag|insättning|ut|inn|ud|ind`
  ],
  [
    "credit_card_statement",
    3,
    `
    minimum payment|minimum payment due|credit limit|available credit|purchases|cash advances|apr|annual percentage rate|credit card|
    card number ending|new balance|payment due date|total amount due|interest charged|balance transfers|late payment warning|
    card ending|cardholder|mindestbetrag|verfügungsrahmen|kreditkarte|kartenumsätze|kartennummer|kreditlimit|plafond|carte de crédit|
    carte bancaire|paiement minimum|limite de crédit|tarjeta de crédito|límite de crédito|pago mínimo|pago para no generar intereses|
    cartão de crédito|limite de crédito|pagamento mínimo|carta di credito|rimborso minimo|limite di utilizzo|fido|creditcard|
    bestedingslimiet|kaartnummer|minimaal te betalen|karta kredytowa|limit kredytowy|minimalna kwota do zapłaty|spłata minimalna|
    kreditkort|kreditgräns|luottokortti|luottoraja|kreditní karta|úvěrový limit|minimální splátka|hitelkártya|hitelkeret|card de credit|
    limita de credit|kreditna kartica|πιστωτική κάρτα|πιστωτικό όριο|ελάχιστη καταβολή|kredi kartı|asgari ödeme|kart limiti|
    кредитный лимит|кредитная карта|минимальный платеж`
  ],
  [
    "mortgage_statement",
    7,
    `
    mortgage statement|annual mortgage statement|home loan statement|mortgage account statement|mortgage loan statement|loan statement|
    your mortgage statement|mortgage billing statement|housing loan statement|darlehenskontoauszug|baufinanzierung jahresauszug|
    darlehensauszug|jahreskontoauszug darlehen|zins und tilgungsbescheinigung|hypothekenabrechnung|relevé de prêt immobilier|
    relevé annuel de prêt|tableau d amortissement|relevé de prêt hypothécaire|relevé hypothécaire|extracto de préstamo hipotecario|
    extracto hipotecario|recibo de préstamo hipotecario|recibo de hipoteca|extrato crédito habitação|extrato de crédito à habitação|
    crédito à habitação|estratto conto mutuo|rendiconto mutuo|mutuo ipotecario|hypotheekoverzicht|jaaroverzicht hypotheek|
    jaaropgave hypotheek|harmonogram spłat kredytu hipotecznego|wyciąg z kredytu hipotecznego|zestawienie kredytu hipotecznego|
    bolåneavi|realkredit årsopgørelse|asuntolaina tiliote|výpis z hypotečního úvěru|jelzáloghitel kivonat|extras credit ipotecar|
    στεγαστικό δάνειο|konut kredisi ekstresi`
  ],
  [
    "mortgage_statement",
    3,
    `
    mortgage|escrow|principal balance|outstanding principal|mortgage balance|interest rate type|loan number|repayment type|
    outstanding mortgage|monthly mortgage payment|unpaid principal|property taxes and insurance|early repayment charge|hypothek*|
    darlehen|restschuld|sollzins|tilgung|baufinanzierung|prêt immobilier|capital restant dû|hypothèque|préstamo hipotecario|hipoteca|
    capital pendiente|prestação|capital em dívida|spread|mutuo|debito residuo|rata mutuo|hypotheek*|restant hoofdsom|aflossing|
    kredyt hipoteczny|kapitał pozostały do spłaty|bolån|amortering|boliglån|asuntolaina|hypoteční úvěr|hypotéka|jelzálog|
    credit ipotecar|stambeni kredit|konut kredisi|ипотека`
  ],
  [
    "bank_letter",
    6,
    `
    confirmation of your address and account|confirmation of address and account|confirmation of your account|
    confirmation of your address|confirmation of your account details|account details confirmation|confirmation of bank account|
    bank reference|bank reference letter|bank confirmation letter|confirmation of account|account confirmation|
    account confirmation letter|letter of good standing|bank certificate|proof of account|account opening confirmation|
    we confirm that the above named|bank letter|confirmation of banking relationship|account holder confirmation|we hereby confirm that|
    this is to confirm that|reference letter|balance confirmation|account verification letter|kontobestätigung|bankbestätigung|
    kontoinhaberbestätigung|bestätigung der kontoverbindung|kontoverbindungsbestätigung|bankauskunft|saldenbestätigung|
    attestation bancaire|attestation de titularité de compte|attestation de compte|lettre de référence bancaire|
    relevé d identité bancaire|attestation de domiciliation bancaire|certificado de titularidad|certificado de titularidad bancaria|
    certificado bancario|certificado de titularidad de cuenta|carta de referencia bancaria|referencia bancaria|constancia bancaria|
    declaração bancária|comprovativo de iban|declaração de titularidade|declaração de titularidade de conta|
    carta de referência bancária|attestazione bancaria|attestazione di conto corrente|lettera di referenze bancarie|certificazione iban|
    bevestiging rekeningnummer|bankverklaring|rekeningbevestiging|bevestiging bankrekening|zaświadczenie o posiadaniu rachunku|
    zaświadczenie o rachunku|potwierdzenie posiadania rachunku|potwierdzenie rachunku bankowego|opinia bankowa|kontobekräftelse|
    bankintyg|kontobekræftelse|kontobekreftelse|tilitodistus|potvrzení o vedení účtu|potvrdenie o vedení účtu|bankszámla igazolás|
    adeverință bancară|adeverință cont|potvrda o računu|βεβαίωση λογαριασμού|hesap bilgisi yazısı|banka referans mektubu|
    справка о наличии счета|справка из банка|довідка з банку|残高証明書|存款证明|존액증명서|شهادة بنكية`
  ],
  [
    "bank_letter",
    2,
    `
    we confirm that|we can confirm that|holds a current account|current account with us|account with us|address held on our records|
    the address we hold|to whom it may concern|maintains an account|holds an account|account was opened|in good standing|satisfactorily conducted|
    without any responsibility|relationship manager|our customer since|account has been held|hiermit bestätigen wir|
    bestätigen wir ihnen|führt bei uns|unterhält bei uns|nous attestons|atteste par la présente|nous certifions|est titulaire|
    certifica que|certificamos que|hace constar|declara para os devidos efeitos|é titular|si attesta|si certifica che|è titolare|
    hierbij bevestigen wij|verklaart hierbij|niniejszym zaświadcza|zaświadczamy|zaświadcza się|härmed intygas|hermed bekræftes|
    hermed bekreftes|tímto potvrzujeme|týmto potvrdzujeme|ezúton igazoljuk|prin prezenta`
  ],
  [
    "insurance_statement",
    6,
    `
    insurance policy|insurance statement|certificate of insurance|policy schedule|home insurance|motor insurance|car insurance|
    health insurance|insurance certificate|renewal notice|insurance renewal|policy statement|certificate of motor insurance|
    declarations page|policy declarations|auto insurance|homeowners insurance|renters insurance|life insurance|insurance premium notice|
    your insurance documents|schedule of insurance|premium statement|insurance bill|versicherungsschein|versicherungspolice|
    beitragsrechnung|hausratversicherung|kfz versicherung|haftpflichtversicherung|krankenversicherung|versicherungsbestätigung|
    wohngebäudeversicherung|prämienrechnung|beitragsbescheid|attestation d assurance|avis d échéance|contrat d assurance|
    assurance habitation|assurance automobile|attestation d assurance habitation|conditions particulières|póliza de seguro|póliza|
    seguro de hogar|seguro del hogar|seguro de automóvil|seguro de coche|condiciones particulares|recibo de seguro|apólice|
    apólice de seguro|seguro automóvel|seguro multirriscos habitação|aviso recibo|polizza|polizza di assicurazione|polizza assicurativa|
    quietanza di pagamento|certificato di assicurazione|assicurazione auto|polizzino|polisblad|verzekeringspolis|polis|woonverzekering|
    autoverzekering|zorgverzekering|verzekeringsbewijs|inboedelverzekering|groene kaart|polisa|polisa ubezpieczeniowa|polisa nr|
    ubezpieczenie mieszkania|ubezpieczenie oc|försäkringsbrev|hemförsäkring|bilförsäkring|forsikringsbevis|forsikringspolice|
    indboforsikring|innboforsikring|vakuutuskirja|pojistná smlouva|poistná zmluva|pojistka|biztosítási kötvény|kötvény|
    poliță de asigurare|polica osiguranja|zavarovalna polica|ασφαλιστήριο|ασφαλιστήριο συμβόλαιο|sigorta poliçesi|poliçe|
    страховой полис|полис осаго|страховий поліс|保険証券|保险单|保單|보험증권|giấy chứng nhận bảo hiểm|polisi insurans|polis asuransi|وثيقة تأمين`
  ],
  [
    "insurance_statement",
    3,
    `
    policyholder|policy holder|policy number|policy no|sum insured|insured|insurer|premium|excess|no claims|no claims bonus|
    underwritten by|coverage|deductible|period of insurance|cover type|insurance premium tax|versicherungsnehmer|versicherungsnummer|
    versicherungssumme|selbstbeteiligung|jahresbeitrag|prämie|versicherungsbeginn|assuré|souscripteur|numéro de contrat d assurance|
    prime|cotisation annuelle|franchise|sociétaire|tomador|tomador del seguro|asegurado|prima|número de póliza|aseguradora|
    tomador do seguro|segurado|prémio|seguradora|contraente|assicurato|premio|massimale|numero polizza|compagnia|verzekeringnemer|
    verzekerde|premie|polisnummer|eigen risico|ubezpieczający|ubezpieczony|składka|suma ubezpieczenia|ubezpieczyciel|försäkringstagare|
    försäkringsnummer|forsikringstager|forsikringstaker|vakuutuksenottaja|pojistník|pojistné|poistník|biztosított|szerződő|asigurat|
    osiguranik|ασφαλισμένος|ασφάλιστρο|sigortalı|sigorta ettiren|prim|страхователь`
  ]
]
