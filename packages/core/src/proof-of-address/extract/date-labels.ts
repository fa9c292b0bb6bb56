import { phraseFinder } from "./phrase-finder.ts"

/** What a printed label says about the date beside it. */
export type DateLabel =
  /** The day the document was made: "Invoice date", "Rechnungsdatum". */
  | "issue"
  /** The day a statement closes, which stands for its day of issue when nothing better is printed. */
  | "closing"
  /** A bare "Date". */
  | "date"
  | "period"
  | "period_start"
  | "period_end"
  | "valid_until"
  /** The day wages were paid, which dates a payslip and nothing else. */
  | "paid"
  /** Last day of a tenancy. */
  | "term"
  | "term_start"
  | "term_end"
  /** Due dates, births, direct debits, meter readings, earlier and later bills: never the date of this document. */
  | "other"

const labels: ReadonlyArray<readonly [string, DateLabel]> = [
  // English
  [
    `
    bill date|billing date|date of bill|bill issue date|invoice date|date of invoice|issue date|date of issue|date issued|issued on|
    issued|issued date|statement date|date of statement|tax point|tax point date|bill issued|your bill dated|bill dated|invoice dated|
    statement dated|dated|letter date|date of letter|notice date|date of notice|date of this notice|date printed|print date|printed on|
    produced on|date produced|date of production|statement issued|statement as of|statement as at|as at|generated on|date of document|
    document date|payment date of salary|payroll date|pay day|date of payment of wages|date of assessment|assessment date|
    date of the certificate|certificate date|given on|done at|signed on|date signed|date of agreement|agreement date|
    this agreement is made on|made on|agreement is dated|made this|entered into on|invoice issued|bill generated|bill generation date|
    date of processing|processing date|mailing date|mail date|notification date|date of demand|account statement date|
    this agreement is made and executed|entered into as of|is made as of|effective as of|billing date this month|4a`,
    "issue"
  ],
  [
    `
    closing date|statement closing date|statement end date|cycle end|closing balance on|balance on|balance as of|balance as at|
    ending balance on`,
    "closing"
  ],
  ["date|dt|on this|this day of", "date"],
  [
    `
    billing period|bill period|billing cycle|billing dates|statement period|period|period covered|period of statement|service period|
    charge period|charges for|for the period|period of supply|supply period|usage period|consumption period|invoice period|pay period|
    payroll period|tax period|period of insurance|policy period|coverage period|insured period|cover period|statement for|
    statement from|statement of account for|your bill for|bill for|bill for the period|account statement for|opening closing date|
    service from|service dates|billing month|bill month|month|tax year|for the tax year|council tax|council tax year|financial year|
    assessment year|fiscal year|for the year|year of assessment|income year|billing for|usage from|this bill covers|
    this statement covers|covering the period|your electricity from|your gas from|your supply|used between|payslip for|salary slip for|
    pay slip for the month of|for the month of|salary for|wages for|transactions from|activity from|activity for|account activity|
    transaction period|property tax year|tax bill for|annual statement|mortgage statement for|statement year`,
    "period"
  ],
  [
    `
    period start|period from|billing period start|start of period|from date|statement start|statement start date|period beginning|
    pay begin date|period start date|start of billing period|cover start date|cover starts|policy start date|effective date|
    opening date|first day of period`,
    "period_start"
  ],
  [
    `
    period end|period to|billing period end|end of period|to date|statement end|period ending|period ended|pay end date|period end date|
    for period ending|end of billing period|week ending|month ending|month ended|quarter ended|quarter ending|year ended|year ending|
    tax month ending|policy end date|cover end date|policy expiry date|last day of period|renewal expiry date`,
    "period_end"
  ],
  [
    `
    valid until|valid to|valid thru|valid till|expiry date|date of expiry|expires|expires on|expiration date|expiration|exp date|exp|
    expiry|card expires|validity|4b`,
    "valid_until"
  ],
  [
    `
    term of the tenancy|tenancy period|lease term|term of lease|term|fixed term|the term|lease period|rental period|tenancy term|
    lease duration`,
    "term"
  ],
  [
    `
    commencement date|commencing on|commencing|commences on|start date|beginning on|begins on|starting on|tenancy start date|
    lease start date|move in date|start of tenancy|shall commence on|lease commencement date|starting|start of the term|commences`,
    "term_start"
  ],
  [
    `
    ending on|ends on|end date|termination date|terminating on|lease end date|tenancy end date|expiring on|and ending|
    until and including|end of tenancy|lease expiration`,
    "term_end"
  ],
  [
    `
    due date|payment due|payment due date|due on|due by|due|pay by|please pay by|pay before|pay by date|payable by|pay on or before|
    payment by|last date of payment|to be paid by|date of birth|birth date|born|born on|dob|d o b|birthday|direct debit|
    direct debit date|will be debited|will be collected|we will take|will be taken|collected on|collection date|debited on|on or after|
    on or around|on or about|autopay|auto pay|automatic payment|scheduled for|contract start|contract end|contract start date|
    contract end date|contract expires|minimum term|contract date|contract ends|plan ends|tariff ends|fixed until|tariff end date|
    price plan ends|meter reading|meter read|read date|reading date|meter read date|previous reading|present reading|last reading|
    current reading|next meter reading|next reading|next bill|next bill date|next statement|next statement date|next read|next payment|
    next invoice|previous bill|last bill|previous bill date|previous statement|previous statement date|last statement|last payment|
    payment received|payments received|received on|paid on|date paid|payment on|posted|posting date|transaction date|value date|
    trans date|post date|date of transaction|hire date|date of hire|employed since|date of joining|joining date|start of employment|
    employed from|date of employment|employee since|since|customer since|member since|opening balance on|beginning balance on|
    balance forward on|balance forward|opening balance|beginning balance|previous balance|account opened|opened on|date opened|
    installation date|install date|disconnection date|disconnect date|delivery date|date of supply|maturity date|loan date|
    origination date|valuation date|rate valid until|offer ends|offer valid until|last updated|revised|rev|version|edition|updated|
    form date|effective from|with effect from|prices from|charges from|appeal by|respond by|reply by|return by|call before|reply before|
    in force since|act of|act|appointment|appointment date|passport issued|order date|ordered on|print by|date of death|
    date of marriage|travel date|check in|arrival date|printed form|copyright|since then|residing since|resident since|registered since|
    moved in|date of entry|date of registration|registration date|incorporated on|established`,
    "other"
  ],
  [
    `
    pay date|payment date|date de paiement|date du paiement|payé le|betaaldatum|datum betaling|zahldatum|auszahlungsdatum|auszahlung am|
    fecha de pago|data de pagamento|data di pagamento|data pagamento|data wypłaty|utbetalningsdag|udbetalingsdato|utbetalingsdato|
    maksupäivä|datum výplaty|data plății`,
    "paid"
  ],
  // German
  [
    `
    rechnungsdatum|datum der rechnung|ausstellungsdatum|ausgestellt am|ausgestellt|erstellt am|erstelldatum|erstellungsdatum|belegdatum|
    auszugsdatum|kontoauszug vom|auszug vom|rechnung vom|bescheid vom|schreiben vom|datum des bescheids|bescheiddatum|briefdatum|
    druckdatum|gedruckt am|ort datum|abrechnungsdatum|abrechnung vom|erstellt|kontostand am|kontostand per|stand|stand vom|
    datum des schreibens|ausfertigungsdatum|ausgefertigt am|dokumentdatum|datum der ausstellung|valutadatum der rechnung|versanddatum`,
    "issue"
  ],
  ["datum|den", "date"],
  [
    `
    abrechnungszeitraum|rechnungszeitraum|leistungszeitraum|lieferzeitraum|verbrauchszeitraum|zeitraum|periode|abrechnungsperiode|
    auszugszeitraum|umsatzzeitraum|umsätze vom|umsatz vom|kontoauszug für|abrechnung für|abrechnungsmonat|rechnungsmonat|monat|
    lohnabrechnung|gehaltsabrechnung|entgeltabrechnung für|lohnabrechnung für|gehaltsabrechnung für|verdienstabrechnung für|
    entgeltabrechnung|verdienstabrechnung|versicherungszeitraum|versicherungsperiode|versicherungsdauer|veranlagungszeitraum|
    veranlagungsjahr|kalenderjahr|steuerjahr|für das jahr|einkommensteuerbescheid für|bescheid für|steuerperiode|für den zeitraum|
    in der zeit vom|jahr|rechnung für|beitragszeitraum|bemessungszeitraum|kontoauszug vom|finanzstatus vom|erhebungszeitraum|
    rechnungsperiode|lohnabrechnung monat`,
    "period"
  ],
  ["zeitraum von|abrechnungsbeginn|beginn abrechnungszeitraum|beginn des zeitraums|anfangsdatum|versicherungsbeginn", "period_start"],
  [
    `
    zeitraum bis|abrechnungsende|ende abrechnungszeitraum|ende des zeitraums|enddatum|versicherungsablauf|versicherungsende`,
    "period_end"
  ],
  ["gültig bis|ablaufdatum|gültigkeit bis|gültigkeit|ablauf", "valid_until"],
  ["mietdauer|mietzeit|mietzeitraum|vertragsdauer|dauer des mietverhältnisses", "term"],
  ["mietbeginn|beginnt am|beginn des mietverhältnisses|mietverhältnis beginnt|mietverhältnis beginnt am", "term_start"],
  ["mietende|endet am|ende des mietverhältnisses|läuft bis zum|befristet bis|befristet bis zum", "term_end"],
  [
    `
    fällig am|fällig|fälligkeit|fälligkeitsdatum|zahlbar bis|zahlbar bis zum|zu zahlen bis|zahlungsziel|bis spätestens|spätestens bis|
    spätestens|überweisen sie bis|bis zum|geburtsdatum|geboren am|geboren|geb|geb am|geburtstag|abbuchung|abbuchung am|abgebucht|
    buchen wir|einzug|einzug am|lastschrift|lastschrifteinzug|wird abgebucht am|vertragsbeginn|vertragsende|vertragslaufzeit|
    mindestlaufzeit|lieferbeginn|lieferende|zählerstand|ablesung|ablesedatum|abgelesen am|zählerablesung|nächste ablesung|
    nächste rechnung|nächster abschlag|abschlag|abschlagszahlung|letzte rechnung|vorherige rechnung|zahlung vom|zahlungseingang|
    buchungsdatum|buchungstag|wertstellung|valuta|eintritt|eintrittsdatum|beschäftigt seit|seit|seit dem|kunde seit|einzugsdatum|
    einzug in die wohnung|eingezogen am|zuzug|lieferdatum|kündbar bis|kündigung|frist|antwort bis|ihr schreiben vom|ihre nachricht vom|
    eingegangen am|preis gültig ab|ab dem|gültig ab|preisgarantie bis|in der fassung vom|fassung vom|gesetz vom|ort und tag der geburt|
    austritt|sterbedatum|tag der anmeldung`,
    "other"
  ],
  // French
  [
    `
    date de facture|date facture|date de la facture|date de facturation|facture du|facture émise le|émise le|émis le|date d émission|
    date d édition|édité le|éditée le|établi le|établie le|date d établissement|relevé du|arrêté au|situation au|fait à|fait le|
    délivré le|délivrée le|date de délivrance|date de l avis|en date du|date du relevé|date d arrêté|imprimé le|
    date de mise en recouvrement|date de paiement du salaire|payé le|avis du|signé le|date du document|quittance du|solde au|
    date de l attestation`,
    "issue"
  ],
  ["date|le|datée du", "date"],
  [
    `
    période|période de facturation|période de consommation|période du|période facturée|période d abonnement|consommation du|
    abonnement du|relevé de compte du|extrait de compte du|période de paie|bulletin de paie|bulletin de salaire|mois de|mois|
    pour la période|pour la période du|période de location|année|année d imposition|exercice|revenus de|impôt sur les revenus de|
    revenus|taxe foncière|taxe d habitation|impôts|période d assurance|facture pour la période|au titre de|opérations du|
    relevé pour la période|échéance du contrat du|période de référence|paie du|salaire de`,
    "period"
  ],
  ["date de début|début de période|début de la période", "period_start"],
  ["date de fin|fin de période|fin de la période", "period_end"],
  [
    `
    valable jusqu au|date d expiration|expire le|valide jusqu au|date de validité|fin de validité|date de fin de validité`,
    "valid_until"
  ],
  ["durée du bail|durée de la location|durée du contrat|bail consenti pour une durée|durée", "term"],
  ["prend effet le|prenant effet le|à compter du|commence le|date d effet|date de prise d effet|date d entrée", "term_start"],
  ["prend fin le|se termine le|se terminant le|expirant le|terme du bail|pour se terminer le", "term_end"],
  [
    `
    à régler avant le|à payer avant le|à payer|date limite de paiement|date d échéance|échéance|date limite|à régler le|avant le|
    payable avant le|au plus tard le|date de naissance|né le|née le|né e le|prélèvement|prélèvement le|prélevé le|sera prélevé|
    sera prélevé le|date de prélèvement|prélèvement à partir du|date de début de contrat|contrat depuis|fin de contrat|
    engagement jusqu au|fin d engagement|relevé de compteur|date de prochaine prochaine facture|prochaine facture le|facture précédente|
    dernière facture|prochain relevé|ancien solde au|date de valeur|date opération|date de l opération|date d entrée dans l entreprise|
    entrée le|ancienneté|date d ancienneté|date d embauche|embauché le|depuis le|client depuis|demeurant depuis|loi du|décret du|
    article|règlement du|paiement reçu le|versement du|date de réception|votre courrier du|mise en service|date de signature du contrat|
    sera débité|date de livraison|présent depuis`,
    "other"
  ],
  // Spanish and Portuguese
  [
    `
    fecha de factura|fecha factura|fecha de la factura|fecha de emisión|fecha emisión|fecha de expedición|fecha de facturación|
    emitida el|emitido el|expedida el|expedido el|fecha del extracto|fecha de extracto|fecha de corte|fecha de impresión|
    fecha del documento|fecha de cargo de nómina|fecha de cobro de nómina|fecha de notificación|data de emissão|data da fatura|
    data da factura|data da emissão|data emissão|data fatura|emitida em|emitido em|emissão|data do extrato|data do documento|
    data de expedição|data de impressão|data de fechamento|data de facturação|data de processamento|expedido em|expedida em|a fecha de|
    celebrado em|celebrado el`,
    "issue"
  ],
  ["fecha|a fecha|data", "date"],
  [
    `
    período|periodo|periodo de facturación|período de facturación|periodo facturado|período facturado|periodo de consumo|
    periodo de liquidación|período de liquidación|periodo del extracto|extracto del|movimientos del|movimientos desde|periodo de pago|
    nómina|nómina del mes|mes de|mes|correspondiente al mes de|ejercicio|año|ejercicio fiscal|periodo impositivo|vigencia del seguro|
    período del estado de cuenta|facturación del|consumo del|consumo entre|período de faturação|período de facturação|
    período de faturamento|período de consumo|período de referência|referência|mês de referência|mês|extrato de|ano|exercício|
    ano calendário|ano de|recibo de vencimento|recibo de salário|competência|período de cobrança|período do extrato|período de devengo|
    periodo de devengo|devengo|vigência do seguro`,
    "period"
  ],
  ["fecha desde|fecha inicio|fecha de inicio|inicio del periodo|data de início|data início|lectura desde|desde", "period_start"],
  ["fecha hasta|fecha fin|fecha de fin|fin del periodo|data de fim|data fim|data final|hasta", "period_end"],
  [
    `
    válido hasta|valido hasta|fecha de caducidad|caduca|fecha de validez|válida hasta|fecha de vencimiento del documento|validez|
    válido até|valido até|data de validade|validade|vigencia`,
    "valid_until"
  ],
  [
    "plazo del arrendamiento|duración del contrato|duración|plazo|prazo|prazo do contrato|prazo da locação|duração do contrato|vigência",
    "term"
  ],
  [
    `
    dará comienzo el|comenzará el|comienza el|a partir del día|entrada en vigor|con inicio el|início em|com início em|a contar de|
    com início no dia|iniciando em`,
    "term_start"
  ],
  [
    "finalizará el|finaliza el|terminará el|termina el|hasta el día|com termo em|término em|termo em|terminando em|e término em",
    "term_end"
  ],
  [
    `
    fecha de vencimiento|vencimiento|fecha límite|fecha límite de pago|fecha de cargo|fecha cargo|fecha de cobro|límite de pago|
    pagar antes del|pague antes del|fecha de nacimiento|nacido el|nacida el|nacido|domiciliación|se cargará|se cargará el|
    fecha de lectura|lectura|lectura anterior|lectura actual|última lectura|próxima factura|próxima lectura|fecha de contrato|
    fecha alta|fecha de alta|fecha de antigüedad|antigüedad|fin de contrato|fin de permanencia|permanencia|fecha valor|fecha operación|
    fecha oper|último pago|pago recibido|cliente desde|ley|real decreto|empadronado desde|desde el día|fecha de inscripción|
    data de vencimento|vencimento|data limite|data limite de pagamento|pagar até|pague até|data de nascimento|nascido em|nascida em|
    nascido|nascimento|débito direto|débito em|débito automático|data de débito|leitura|data da leitura|leitura anterior|leitura atual|
    próxima leitura|próxima fatura|próximo pagamento|data de admissão|admissão|data do contrato|fim do contrato|fidelização até|
    data valor|data movimento|lei|decreto|reside desde|último pagamento|data da última leitura`,
    "other"
  ],
  // Italian
  [
    `
    data fattura|data della fattura|data di emissione|data emissione|emessa il|emesso il|fattura del|bolletta del|data documento|
    data bolletta|data estratto conto|estratto conto al|rilasciato il|rilasciata il|rilasciato a|data di rilascio|data rilascio|
    data di stampa|data stampa|fattura n del|data di notifica|saldo al|situazione al`,
    "issue"
  ],
  ["data|lì|li", "date"],
  [
    `
    periodo di fatturazione|periodo di riferimento|periodo fatturato|periodo fatturazione|periodo di competenza|periodo consumi|
    consumi dal|consumi fatturati dal|estratto conto dal|movimenti dal|periodo dal|periodo di fornitura|periodo di retribuzione|mese di|
    mese|mese retribuito|competenza|busta paga|cedolino|anno d imposta|periodo d imposta|anno|periodo di assicurazione|
    copertura assicurativa|estratto conto|bimestre|periodo contabile`,
    "period"
  ],
  ["data inizio|inizio periodo|decorrenza polizza", "period_start"],
  ["data fine|fine periodo|scadenza polizza", "period_end"],
  ["valida fino al|valido fino al|data di scadenza del documento|valida sino al|data scadenza documento", "valid_until"],
  ["durata della locazione|durata del contratto|durata|periodo di locazione", "term"],
  ["con decorrenza dal|a decorrere dal|decorrenza dal|con inizio dal|decorrenza|con inizio il", "term_start"],
  [
    `
    con scadenza il|con scadenza al|scadenza il|e scadenza il|scadenza al|fino al|fino alla data del|termine il|e termine il|scadrà il|
    con termine il`,
    "term_end"
  ],
  [
    `
    scadenza|data scadenza|data di scadenza|entro il|da pagare entro il|da pagare entro|pagare entro|addebito|addebito il|
    data di addebito|addebito sul conto|nato il|nata il|nato a|nata a|data di nascita|data nascita|lettura|lettura del|data lettura|
    autolettura|prossima lettura|prossima fattura|prossima bolletta|data attivazione|attivazione|contratto del|fine contratto|
    data assunzione|data di assunzione|assunto il|assunta il|data valuta|valuta|data operazione|data contabile|cliente dal|
    residente dal|iscritto dal|legge|decreto|d lgs|pagamento del|ultimo pagamento|bollette precedenti|bolletta precedente|
    condizioni valide fino al|offerta valida fino al`,
    "other"
  ],
  // Dutch
  [
    `
    factuurdatum|datum factuur|datum van de factuur|afschriftdatum|datum afschrift|datum van afgifte|afgiftedatum|afgegeven op|
    dagtekening|aanslagdatum|datum van dagtekening|datum brief|nota datum|notadatum|opgemaakt te|opgemaakt op|afgedrukt op|opmaakdatum|
    uitgiftedatum|datum rekeningoverzicht|verzenddatum|saldo per|rekeningdatum|gedaan te`,
    "issue"
  ],
  ["datum", "date"],
  [
    `
    factuurperiode|periode|verbruiksperiode|leveringsperiode|rekeningperiode|afrekenperiode|over de periode|in de periode|
    rekeningoverzicht van|belastingjaar|aanslagjaar|jaar|maand|loonperiode|verloningsperiode|salarisspecificatie|loonstrook|
    verzekeringsperiode|tijdvak|afrekening over de periode|periode van|loontijdvak|heffingsjaar|abonnementsperiode`,
    "period"
  ],
  ["begindatum|startdatum|ingangsdatum periode|datum vanaf", "period_start"],
  ["einddatum|datum tot|datum t m", "period_end"],
  ["geldig tot|geldig t m|geldig tot en met|vervaldatum document", "valid_until"],
  ["huurperiode|huurtermijn|duur van de huur|looptijd", "term"],
  ["ingaande op|ingangsdatum|ingaand op|aanvang|aanvangsdatum|gaat in op", "term_start"],
  ["eindigende op|lopende tot en met|eindigt op|eindigend op", "term_end"],
  [
    `
    vervaldatum|vervaldag|te betalen voor|betalen voor|uiterlijk|uiterlijk op|uiterste geboortedatum|geboren|geboren op|geboren te|
    incasso|automatische incasso|wordt afgeschreven|schrijven wij af|afgeschreven op|rond|omstreeks|meterstand|meterstanden|opnamedatum|
    volgende factuur|vorige factuur|contractdatum|einddatum contract|ingangsdatum contract|datum in dienst|in dienst|in dienst sinds|
    valutadatum|boekdatum|sinds|klant sinds|ingeschreven sinds|betaald op|wet van|uw brief van|betalen vóór|contract tot|
    datum inschrijving`,
    "other"
  ],
  // Polish
  [
    `
    data wystawienia|data faktury|wystawiono dnia|wystawiono|data wyciągu|data wydania|wydano dnia|data sporządzenia|sporządzono|
    data dokumentu|wyciąg z dnia|faktura z dnia|data decyzji|data wydruku|saldo na dzień|zaświadczenie z dnia`,
    "issue"
  ],
  ["data|dnia|z dnia", "date"],
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
    fakturadatum|fakturadato|faktureringsdatum|utskriftsdatum|utstedt|utstedelsesdato|udstedt|udstedelsesdato|udskriftsdato|utfärdad|
    utfärdat|kontoutdrag per|fakturaens dato|laskun päivämäärä|laskun päiväys|päiväys|tulostuspäivä|datum vystavení|datum vyhotovení|
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

/** Finds the labels of dates in a line, in some thirty languages. */
export const findDateLabels = phraseFinder(labels.map(([phrases, label]) => [phrases.replace(/\s+/g, " "), label] as const))

const startWords = new Set("from du von vom ab desde del de dal van od fra fran från fra den from: dès mellem between από c с з".split(" "))
const endWords = new Set("to until till through thru au bis al a ate hasta al fino tot t/m tm do til till έως по do dnia and".split(" "))

/** What the last word before a date says about its place in a range: "from 1 July", "bis 30. September". */
export const rangeWord = (before: string): "start" | "end" | null => {
  const word = before
    .trim()
    .toLowerCase()
    .split(/[\s:]+/)
    .filter((part) => part !== "")
    .at(-1)
  if (word === undefined) return null
  if (startWords.has(word)) return "start"
  return endWords.has(word) ? "end" : null
}
