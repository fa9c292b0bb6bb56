import type { DatePhrases } from "../label.ts"

/** Labels of days that bills print beside their own day: readings, payments, contracts, what is cut off or goes up. */
export const otherDayPhrases: DatePhrases = [
  // English
  [
    `
    read on|date read|reading taken on|readings taken on|estimated on|payable on|date due|falls due on|must be pay no later than|
    instalment date|instalment due|first instalment|second instalment|final instalment|next instalment|installment due|payment deadline|
    last day to pay|final date for payment|disconnection after|disconnection on or after|
    shut off date|shutoff date|final notice after|late fee after|late charge after|late charges apply after|tariff end|price change on|prices change on|rates valid from|rate change on|autopay date|
    autopay on|moving in date|move in|moving out date|sign up date|signed up on|renewal date|renews on|policy starts|policy start|date of loss|
    joined on|we will collect|we ll collect|we will take payment on|we ll take payment on|we will debit|taken on|overdue since|payment date due|
    interest from|interest rate fixed to|fixed to|fixed rate until|next price review|trade date|settlement date|next inspection|
    was issued on|bill dated previous|commenced on|supplied since|deposit paid on`,
    "other"
  ],
  // German
  [
    `
    zahlungsfrist|zahlungstermin|zahltermin|fälligkeitstag|fällig zum|einzugstermin|einzugsdatum der zahlung|belastung am|wird belastet am|
    belastungsdatum|vertrag vom|vertragsdatum|ihr vertrag vom|antrag vom|ihr antrag vom|mahnung vom|preisstand|preise ab|eichung bis|
    eichfrist bis|kündigungsfrist bis|kündigungstermin|abgerechnet bis|ablesetag|tag der ablesung|zählerstand am|zählerstand per|
    stand zähler am|zählerstände am|vorjahresrechnung vom|lieferung ab|lieferung seit|belieferung seit|versichert seit|mitglied seit|nächste abbuchung|
    nächste abbuchung am|nächster abschlag am|nächste fälligkeit|zahlung erhalten am|bezahlt am|überwiesen am|skonto bis|
    einspruch bis|widerspruch bis|hauptfälligkeit|beginn des vertrags|vertrag seit|vertrag läuft bis|netto bis|zahlbar am|
    zahlbar netto bis|rechnungsbetrag wird abgebucht am`,
    "other"
  ],
  // French
  [
    `
    relevé du compteur le|relevé de compteur le|date de relève|date de la relève|index relevé le|index au|relevé le|relevée le|relève le|prochaine relève|
    prochaine relève le|contrat souscrit le|souscrit le|date de souscription|date du contrat|contrat du|contrat signé le|adhésion le|
    prélevée le|sera prélevée le|réglé le|réglée le|payée le|votre paiement du|paiement du|votre règlement du|mensualité du|
    prochaine mensualité|prochain prélèvement|prochaine échéance|exigible le|payable jusqu au|payable le|payable au plus tard le|
    majoration après le|majoration à partir du|date de coupure|coupure à partir du|prix en vigueur au|tarif en vigueur au|tarifs au|
    prix au|échéance le|échéance au|date d exigibilité|résiliable le|date de résiliation|renouvellement le|client depuis le|
    assuré depuis le|date d adhésion|votre demande du|demande du|débit le|débité le|date de débit|première échéance|titularisé le`,
    "other"
  ],
  // Spanish and Portuguese
  [
    `
    corte a partir de|corte a partir del|corte en trámite a partir del|corte en trámite a partir de|fecha de corte del servicio|
    fecha corte del servicio|corte del servicio|fecha de suspensión|fecha suspensión|suspensión a partir de|suspensión desde|suspensión|
    fecha de reconexión|pague antes de|pagar antes de|paga antes de|paga antes del|pague hasta|pagar hasta|pago oportuno|
    pago oportuno hasta|fecha de pago oportuno|último día de pago|última fecha de pago|día de pago|vence|vence el|vto|vto cae|fecha vto|
    fecha vto cae|fecha de vto|vencimiento cae|vencimiento cai|cae vto|próximo vto|cobro el|se cobrará el|cargo el|fecha del cargo|
    inicio de actividades|fecha de inicio de actividades|ini act|inicio act|fecha de inicio del contrato|fecha del contrato|contrato de fecha|
    fecha de activación|fecha de instalación|fecha de conexión|fecha de ingreso|lectura del|fecha lectura|fecha de lectura actual|
    fecha de lectura anterior|fecha próxima lectura|fecha del último pago|fecha de último pago|pago del|abono del|cliente desde el|
    precios vigentes desde|tarifa vigente desde|tarifas vigentes al|resolución de fecha|resolución del|decreto del|vigente hasta|
    rango autorizado hasta|fecha límite de emisión|válida para emisión hasta|renovación el|fecha de renovación|fecha de prescripción|
    corte a partir de|sujeito a corte a partir de|corte de serviço|data de corte|data de corte do serviço|suspensão a partir de|
    sujeito a suspensão a partir de|pagável até|a pagar até|pagamento até|pagar antes de|a debitar em|a debitar a partir de|
    será debitado em|debitado em|débito a|débito direto a|data de adesão|data de ativação|data de ligação|início do contrato|
    data de início do contrato|cliente desde|apresentação|data de apresentação|data da leitura atual|data da leitura anterior|
    data próxima leitura|data da próxima leitura|pagamento em|pago em|data do pagamento|comunicar leitura até|comunique a leitura até|
    envie a leitura até|período de leitura até|prazo de pagamento|renovação em|tarifas em vigor desde|preços em vigor desde`,
    "other"
  ],
  // Italian
  [
    `
    attivo dal|attiva dal|pagata il|pagato il|pagabile entro|pagabile entro il|scade il|scadenza fattura|scadenza pagamento|
    contratto stipulato il|data contratto|data del contratto|data stipula|stipulato il|fine offerta|offerta valida fino al|prima rata|
    seconda rata|terza rata|ultima rata|rata unica|rata unica entro il|unica soluzione entro|unica soluzione entro il|inizio fornitura|
    fornitura attiva dal|data inizio fornitura|data di iscrizione|lettura rilevata il|rilevata il|lettura al|comunicare entro il|
    autolettura dal|autolettura entro il|data pagamento fattura|pagamento ricevuto il|data di pagamento|termine di pagamento|prezzi al|
    in vigore dal|prezzi in vigore dal|sospensione dal|a partire dal|sospensione fornitura dal|rinnovo il|data di rinnovo|domanda del|
    istanza del|delibera del|d p r|dpr|regolamento`,
    "other"
  ],
  // Dutch
  [
    `
    geboortedatum|uiterste betaaldatum|betaaldatum uiterlijk|datum opname|opname op|meteropname|meteropname op|meterstand op|
    meterstand per|opgenomen op|incassodatum|datum incasso|incasso op|datum afschrijving|afschrijving op|afschrijfdatum|
    wij incasseren op|we incasseren op|domiciliëring op|domiciliëring|uw betaling van|betaling van|betaling op|ontvangen op|
    termijn van|eerste termijn|tweede termijn|laatste termijn|betaaltermijn|betalen uiterlijk|betalen uiterlijk op|te betalen uiterlijk|
    te betalen uiterlijk op|te betalen vóór|te betalen op|contract van|contract sinds|contract loopt tot|vaste prijs tot|
    tarieven per|prijzen per|tarief geldig vanaf|prijzen geldig vanaf|bezwaar tot|bezwaar maken voor|uw aanvraag van|aanvraag van|
    levering vanaf|startdatum levering|startdatum contract|leveringsdatum|wijziging per|verlengd op`,
    "other"
  ],
  // Danish, Norwegian, Swedish and Finnish
  [
    `
    betalingsdato|aflæst|aflæst den|aflæsningsdato|aflæsning den|aflæses den|sidste rettidige betalingsdag|rettidig betaling|
    rettidig betalingsdag|sidste betalingsdag|sidste betaling|forfalder|forfalder den|forfald den|betalt|betalt den|indbetalt|
    indbetalt den|sidste indbetaling|indbetaling modtaget|trækkes|trækkes den|hæves|hæves den|indflytningsdato|fraflytningsdato|
    tilflytningsdato|indflytning|overtagelsesdato|kunde siden|aftale indgået|aftale fra|målerstand|målerstand den|bindingsperiode til|
    binding til|valør|valørdato|rentedato|bogført|bogført den|bogføringsdato|priser gældende fra|gælder fra|leveringsstart|
    betales|betales den|betalingsservice trækker|fødselsdag|cpr dato`,
    "other"
  ],
  [
    `
    forfall|forfaller|forfaller den|betales innen|betales|betalt dato|siste betaling|innbetalt|innbetalt den|innbetaling|avlest|
    avlest den|avlesningsdato|avlesning|neste avlesning|målt|trekkes|trekkes fra konto|avtalegiro trekkes|belastes|belastes den|
    belastes konto|innflyttingsdato|innflytting|overtakelsesdato|kunde siden|avtale inngått|avtalestart|bokført|bokføringsdato|
    bindingstid til|leveringsstart|priser gjelder fra|gjelder fra|bundet til`,
    "other"
  ],
  [
    `
    betalas senast|betalas|att betala senast|betala senast|förfaller|förfaller den|betald|betald den|betalningsdag|betalningsdatum|
    senast betald|inbetald|inbetalt|inbetalning|avläst|avläst den|avläsning|avläsning den|avläsningsdatum|avläsningsdag|mätarställning|
    mätarställning den|autogiro|autogiro dras|dras från kontot|dras|dras den|inflyttningsdatum|inflyttning|utflyttningsdatum|
    bindningstid till|avtal tecknat|avtalsdatum|avtalsstart|avtal från|kund sedan|bokföringsdag|bokföringsdatum|bokförd|valutadag|
    valutadatum|gäller från|priser gäller från|uppsagd till|ränta från`,
    "other"
  ],
  [
    `
    luentapäivä|lukupäivä|luettu|lukema|mittarilukema|mittarin lukema|maksettu|maksettava viimeistään|maksettava|maksu saapunut|
    viimeinen maksupäivä|eräpvm|erääntyy|sopimus alkaen|sopimus alkaa|sopimus päättyy|sopimuspäivä|sopimuksen alku|muuttopäivä|
    arvopäivä|asiakas vuodesta|asiakkaana|veloitetaan|veloituspäivä|alkupäivä|alkaen|päättymispäivä|määräaika|määräaikainen sopimus|
    edellisen laskun päivä|edellinen lasku|seuraava lasku|seuraava lukema|hinnat alkaen|voimassa alkaen`,
    "other"
  ]
]
