import type { DatePhrases } from "../label.ts"

/** Labels of dates in German, French, Spanish, Portuguese, Italian and Dutch. */
export const westernDatePhrases: DatePhrases = [
  // German
  [
    `
    rechnungsdatum|datum der rechnung|ausstellungsdatum|ausgestellt am|ausgestellt|erstellt am|erstelldatum|erstellungsdatum|belegdatum|
    auszugsdatum|kontoauszug vom|auszug vom|rechnung vom|bescheid vom|schreiben vom|datum des bescheids|bescheiddatum|briefdatum|
    druckdatum|gedruckt am|ort datum|abrechnungsdatum|abrechnung vom|erstellt|
    datum der abrechnung|datum des auszugs|datum der mitteilung|mitteilung vom|verfügungsdatum|datum der verfügung|faktura vom|
    fakturadatum|police vom|beitragsrechnung vom|beitragsbescheid vom|gebührenbescheid vom|steuerbescheid vom|erstellungstag|
    ausstellungstag|rechnungstag|datum des ausdrucks|bescheinigung vom|datum der bescheinigung|rechnungsstellung|datum des schreibens|ausfertigungsdatum|ausgefertigt am|dokumentdatum|datum der ausstellung|valutadatum der rechnung|versanddatum`,
    "issue"
  ],
  ["datum|den", "date"],
  ["kontostand am|kontostand per|kontostand vom|saldo per|saldo am|stand|stand vom|stand am|stand per", "balance"],
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
    date d édition|édité le|éditée le|établi le|établie le|date d établissement|relevé du|arrêté au|fait à|fait le|
    délivré le|délivrée le|date de délivrance|date de l avis|en date du|date du relevé|date d arrêté|imprimé le|
    date de mise en recouvrement|date de paiement du salaire|payé le|avis du|signé le|date du document|quittance du|
    date de création|date de création de la facture|date de l extrait|extrait du|date de l appel|appel du|date du décompte|décompte du|
    date du courrier|date d envoi|date d impression|date du certificat|avis d échéance du|date de l avis d échéance|générée le|généré le|
    date de génération|date d émission du relevé|date d émission de la facture|facture émise en date du|date de l attestation`,
    "issue"
  ],
  ["date|le|datée du", "date"],
  ["solde au|situation au|nouveau solde au", "balance"],
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
    fecha de elaboración|elaborado el|elaborada el|fecha del estado de cuenta|fecha estado de cuenta|fecha de envío|fecha de generación|
    generado el|generada el|emisión|f emisión|fec emisión|f expedición|fecha de liquidación|fecha de comprobante|fecha del comprobante|
    fecha comprobante|fecha del recibo|fecha recibo|fecha de emisión de la factura|fecha de emisión del recibo|emitido|emitida|
    fecha del certificado|fecha certificado|fecha de la carta|fecha doc|fecha documento|expedido a los|data do recibo|data do boleto|
    data de fecho|data de fecho do extrato|data de postagem|data de faturação|data faturação|data de geração|gerado em|gerada em|
    impresso em|data de impressão da fatura|data da carta|data da conta|data conta|data de criação|data do aviso|data da certidão|dt emissão|
    data de apuramento|data do faturamento|data de faturamento|se expide|se expide a los|se expide en|se expide el|se extiende|se extiende a los|se extiende en|dado en|dada en|dado a los|
    expedido en|expedida en|firmado en|se firma en|se emite el|se emite en|passado em|passada em|passa se em|assinado em|
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
    data di redazione|redatto il|data di invio|data invio|data comunicazione|data della comunicazione|data di elaborazione|
    data elaborazione|elaborato il|data fatturazione|data di fatturazione|data avviso|data dell avviso|avviso del|data del documento|
    documento del|documento emesso il|nota del|parcella del|emissione|stampato il|data del certificato|data di elaborazione fattura|
    data di emissione fattura|data emissione fattura|data emissione bolletta|data di stampa|data stampa|fattura n del|data di notifica`,
    "issue"
  ],
  ["data|lì|li", "date"],
  ["saldo al|situazione al|saldo finale al", "balance"],
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
    datum van uitgifte|datum van opmaak|datum overzicht|overzichtsdatum|facturatiedatum|factureringsdatum|datum van verzending|
    datum verzending|datum afrekening|afrekeningsdatum|opgesteld op|opgesteld te|printdatum|datum jaarnota|datum eindnota|datum nota|
    datum van de nota|jaarnota van|factuur van|nota van|datum rekening|datum polis|datum polisblad|datum aanslagbiljet|datum besluit|
    datum uitdraai|datum van de rekening|datum van de brief|datum kwitantie|polis opgemaakt op|uitgiftedatum|datum rekeningoverzicht|verzenddatum|rekeningdatum|gedaan te`,
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
  ]
]
