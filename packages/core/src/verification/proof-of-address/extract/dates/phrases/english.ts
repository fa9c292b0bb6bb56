import type { DatePhrases } from "../label.ts"

/** Labels of dates in English. */
export const englishDatePhrases: DatePhrases = [
  // English
  [
    `
    bill date|billing date|date of bill|bill issue date|invoice date|date of invoice|issue date|date of issue|date issued|issued on|
    issued|issued date|statement date|date of statement|tax point|tax point date|bill issued|your bill dated|bill dated|invoice dated|
    statement dated|dated|letter date|date of letter|notice date|date of notice|date of this notice|date printed|print date|printed on|
    produced on|date produced|date of production|statement issued|statement as of|statement as at|generated on|date of document|
    document date|payment date of salary|payroll date|pay day|date of payment of wages|date of assessment|assessment date|
    date of the certificate|certificate date|given on|done at|signed on|date signed|date of agreement|agreement date|
    this agreement is made on|made on|agreement is dated|made this|entered into on|invoice issued|bill generated|bill generation date|
    date of processing|processing date|mailing date|mail date|notification date|date of demand|account statement date|
    this agreement is made and executed|entered into as of|is made as of|effective as of|date prepared|prepared on|statement prepared on|bill produced on|bill produced|statement produced on|invoice produced|date sent|
    date of posting|posted to you on|bill created|invoice created|created on|date created|creation date|issuance date|date of issuance|
    bill run date|invoice run date|was issued to you on|bill was issued on|statement was issued on|we issued this bill on|tax invoice date|
    date of tax invoice|date of demand notice|date of this letter|date of this bill|date of this statement|date of this invoice|produced|
    date mailed|date posted|date of mailing|mailed on|date generated|date written|given under my hand|given this|issued at|issued this|
    billing date this month|4a`,
    "issue"
  ],
  [
    `
    closing date|statement closing date|statement end date|cycle end`,
    "closing"
  ],
  ["closing balance on|balance on|balance as of|balance as at|balance at|ending balance on|as at|as of|position as at", "balance"],
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
    employed from|date of employment|employee since|since|customer since|member since|open date|a c open date|account open date|account opening date|date of opening|date of account opening|opening balance on|beginning balance on|
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
  ]
]
