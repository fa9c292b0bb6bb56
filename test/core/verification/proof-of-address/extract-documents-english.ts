import { printedPage } from "../../../support/printed-page.ts"
import { type InventedDocument, invented } from "./extract-documents.ts"

/** Documents the rules were tuned on. */
export const englishDocuments: ReadonlyArray<InventedDocument> = [
  invented(
    "electricity bill, United Kingdom, two columns",
    printedPage(`
#    Brackwater Energy
                                                              Customer service 0800 555 0199
     Mr Daniel Okafor                                         Account number  85 4410 2291
     Flat 2, 14 Harrow Lane                                   Bill date       3 October 2026
     Leeds                                                    Payment due     17 October 2026
     LS6 2QH

#    Your electricity bill
     Billing period: 1 July 2026 to 30 September 2026

     Supply address: Flat 2, 14 Harrow Lane, Leeds, LS6 2QH
     Meter reading on 28 September 2026           10422 kWh
     Standing charge 92 days                      £48.21
     Energy used 612 kWh                          £155.02
     Total to pay by direct debit on or after 17 October 2026      £203.23

     Your fixed tariff ends on 31 March 2027.


     Brackwater Energy Limited. Registered in England and Wales No. 05123456.
     Registered office: Weir House, 40 Canal Street, Bristol BS1 6AB. VAT registration number GB 123 4567 89
`),
    {
      type: "utility_bill",
      country: "GB",
      language: "en",
      issuer: "Brackwater Energy",
      issue_date: "2026-10-03",
      period: ["2026-07-01", "2026-09-30"],
      holders: ["Daniel Okafor"],
      address: ["Flat 2, 14 Harrow Lane", "Leeds", "LS6 2QH"],
      postal_code: "LS6 2QH"
    }
  ),
  invented(
    "the same kind of bill read as rows by text recognition with confusions",
    printedPage(
      `
     Pennard Water Services
     Mrs M Adeyemi-Clarke                            Account number: 0021 88
     9 Rosebank Terrace                              Bi11 date: O2/1O/2026
     Cardiff                                         Due date: 23/10/2026
     CF5 1LT
     Your water bi1l
     Water services from 01/04/26 - 30/09/26
     Fresh water      88 m3       £141.20
     Wastewater       £120.02
     Meter reading 28/09/26
     Pennard Water Services Limited, registered in England and Wales No 2366777
`,
      { layout: "rows", confidence: 0.86 }
    ),
    {
      type: "utility_bill",
      country: "GB",
      language: "en",
      issuer: "Pennard Water",
      issue_date: "2026-10-02",
      period: ["2026-04-01", "2026-09-30"],
      holders: ["M Adeyemi-Clarke"],
      address: ["9 Rosebank Terrace", "Cardiff", "CF5 1LT"],
      postal_code: "CF5 1LT"
    },
    "ocr"
  ),
  invented(
    "bank statement, United Kingdom, with transactions",
    printedPage(`
#    HARBOUR & DEAN BANK
     Your current account statement                              Page 1 of 3

     MISS PRIYA NATARAJAN                                        Statement date   30 September 2026
     22 ALBION ROAD                                              Sort code        20-11-43
     MANCHESTER                                                  Account number   44120987
     M14 7RT                                                     Statement period 1 Sep 2026 - 30 Sep 2026

     Date          Description                    Paid out       Paid in     Balance
     01 Sep 2026   Balance brought forward                                   1,204.11
     03 Sep 2026   Card payment Corner Grocer     23.10                      1,181.01
     15 Sep 2026   Salary Fenwick Studio                         2,310.00    3,491.01
     28 Sep 2026   Rent                           950.00                     2,541.01
     30 Sep 2026   Balance carried forward                                   2,541.01

     Harbour & Dean Bank plc is authorised by the Prudential Regulation Authority. Registered in England 1026167.
     Registered office: 1 Quay Square, London E14 5HQ
`),
    {
      type: "bank_statement",
      country: "GB",
      language: "en",
      issuer: "HARBOUR & DEAN BANK",
      issue_date: "2026-09-30",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["PRIYA NATARAJAN"],
      address: ["22 ALBION ROAD", "MANCHESTER", "M14 7RT"],
      postal_code: "M14 7RT"
    }
  ),
  invented(
    "credit card statement, United States",
    printedPage(`
#    Calloway Card Services
     P.O. Box 7704, Wilmington, DE 19803

     JOHN Q PUBLIC                                    Account ending in 4421
     4410 MAPLEWOOD DR APT 12                         Opening/Closing Date  08/05/26 - 09/04/26
     AUSTIN, TX 78745-1120                            Payment Due Date      10/01/26
                                                      New Balance           $1,204.33
                                                      Minimum Payment Due   $35.00
#    Credit Card Statement
     Credit limit $8,000     Available credit $6,795.67
     Late Payment Warning: If we do not receive your minimum payment by 10/01/26 you may pay a late fee.
     Trans date   Post date    Description            Amount
     08/11/26     08/12/26     HILL COUNTRY MARKET    $54.12
     09/02/26     09/03/26     TRANSIT                $20.00
     Make your check payable to Calloway Card Services, P.O. Box 99, Phoenix, AZ 85062-8045
     Calloway Bank, N.A. Member FDIC. www.callowaycard.com
`),
    {
      type: "credit_card_statement",
      country: "US",
      language: "en",
      issuer: "Calloway",
      issue_date: null,
      period: ["2026-08-05", "2026-09-04"],
      holders: ["JOHN Q PUBLIC"],
      address: ["4410 MAPLEWOOD DR APT 12", "AUSTIN, TX 78745-1120"],
      postal_code: "78745-1120"
    }
  ),
  invented(
    "council tax bill, United Kingdom",
    printedPage(`
#    Eastmoor Borough Council
     Revenues and Benefits, Town Hall, Market Square, Eastmoor EM1 1AA

     Mr J A Smith & Mrs M Smith                              Account reference: 4400123
     7 Kestrel Close                                         Date of issue: 9 March 2026
     Eastmoor                                                Property reference: 22000101
     DN4 8TT                                                 Band: C

#    Council Tax demand notice 2026/27
     Property to which this bill relates: 7 Kestrel Close, Eastmoor, DN4 8TT
     Council Tax for the year 2026/27                £1,622.40
     Adult social care                               £122.00
     Police and Crime Commissioner                   £233.10
     Instalments: first payment due 1 April 2026, then on the 1st of each month
`),
    {
      type: "council_tax_bill",
      country: "GB",
      language: "en",
      issuer: "Eastmoor Borough Council",
      issue_date: "2026-03-09",
      period: ["2026-04-01", "2027-03-31"],
      holders: ["J A Smith", "M Smith"],
      address: ["7 Kestrel Close", "Eastmoor", "DN4 8TT"],
      postal_code: "DN4 8TT"
    }
  ),
  invented(
    "mobile bill, United Kingdom, month names",
    printedPage(`
#    Larkspur Mobile
     larkspurmobile.co.uk

     Mr Tom Whitcombe
     The Old Forge
     12 Church Lane
     Upper Wick
     WORCESTER
     WR2 5SY

#    Your mobile bill
     Mobile number 07700 900123
     Invoice number 88123301
     Bill date 12 Sep 2026         For 12 Aug - 11 Sep 2026
     Pay monthly plan: 5G plan, unlimited minutes, 50GB data allowance
     Roaming  £0.00
     We'll take £19.00 by Direct Debit on 26 Sep 2026
     Larkspur Mobile Ltd, registered in England and Wales 4190211, 1 Signal Park, Reading RG2 6GF
`),
    {
      type: "mobile_phone_bill",
      country: "GB",
      language: "en",
      issuer: "Larkspur Mobile",
      issue_date: "2026-09-12",
      period: ["2026-08-12", "2026-09-11"],
      holders: ["Tom Whitcombe"],
      address: ["The Old Forge", "12 Church Lane", "Upper Wick", "WORCESTER", "WR2 5SY"],
      postal_code: "WR2 5SY"
    }
  ),
  invented(
    "broadband bill, Ireland, with an eircode",
    printedPage(`
#    Corrib Broadband
     Ms Aoife Ní Bhriain                                  Invoice Number    CB-90211
     18 Seapoint Avenue                                   Invoice Date      05/09/2026
     Salthill                                             Payment Due       19/09/2026
     Galway
     H91 X2T4

     Broadband and home phone bill
     Fibre broadband 500 Mbps   01/09/2026 - 30/09/2026   €45.00
     Line rental                                          €10.00
     Corrib Broadband DAC, registered in Ireland No. 481211. VAT No. IE9781234N. Registered office: Dock Road, Limerick V94 T2RR
`),
    {
      type: "telecom_bill",
      country: "IE",
      language: "en",
      issuer: "Corrib Broadband",
      issue_date: "2026-09-05",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Aoife Ní Bhriain"],
      address: ["18 Seapoint Avenue", "Salthill", "Galway", "H91 X2T4"],
      postal_code: "H91 X2T4"
    }
  ),
  invented(
    "mortgage statement, United States",
    printedPage(`
#    Prairie Home Lending
     Customer service 1-800-555-0134   www.prairiehomelending.com
                                                        Mortgage Statement
     ROBERT AND LINDA KOWALCZYK                         Statement Date      09/16/2026
     1802 N CEDAR ST                                    Account Number      0099128
     SPRINGFIELD, IL 62702                              Payment Due Date    10/01/2026
                                                        Amount Due          $1,644.02
     Property address: 1802 N Cedar St, Springfield, IL 62702
     Outstanding principal   $188,400.12        Escrow balance   $2,104.00
     Interest rate 4.125%    Maturity date 05/01/2049
     Prairie Home Lending LLC, NMLS 440012. Equal Housing Lender.
     Mail payments to: P.O. Box 4410, Omaha, NE 68103
`),
    {
      type: "mortgage_statement",
      country: "US",
      language: "en",
      issuer: "Prairie Home Lending",
      issue_date: "2026-09-16",
      period: [null, null],
      holders: ["ROBERT KOWALCZYK", "LINDA KOWALCZYK"],
      address: ["1802 N CEDAR ST", "SPRINGFIELD, IL 62702"],
      postal_code: "62702"
    }
  ),
  invented(
    "bank letter, United Kingdom, address in a sentence",
    printedPage(`
#    Northgate Private Bank
     14 Lombard Row, London EC3V 9AA

     21 September 2026

     TO WHOM IT MAY CONCERN

     Bank reference
     We confirm that Mr Henrik Solberg of 8 Wellington Mews, London, NW8 7RB maintains an account with us
     since 12 May 2019. The account has been satisfactorily conducted.

     Yours faithfully
     Claire Ashdown
     Relationship Manager
     Northgate Private Bank Limited is authorised and regulated by the Financial Conduct Authority
`),
    {
      type: "bank_letter",
      country: "GB",
      language: "en",
      issuer: "Northgate Private Bank",
      issue_date: "2026-09-21",
      period: [null, null],
      holders: ["Henrik Solberg"],
      address: ["8 Wellington Mews", "London", "NW8 7RB"],
      postal_code: "NW8 7RB"
    }
  ),
  invented(
    "payslip, United Kingdom",
    printedPage(`
#    Fenwick Studio Ltd
     PAYSLIP
     Employee name: Grace Lindqvist        Employee number: 118       Tax code: 1257L
     Pay date: 30/09/2026                  Pay period: 01/09/2026 - 30/09/2026
     Department: Design                    NI number: QQ123456C
     Payments                Deductions
     Basic salary 3,200.00   PAYE 388.00
                             National Insurance 172.00
     Net pay 2,640.00
     Grace Lindqvist
     31 Orchard Way
     Brighton
     BN2 4GE
`),
    {
      type: "employer_letter",
      country: "GB",
      language: "en",
      issuer: "Fenwick Studio",
      issue_date: "2026-09-30",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Grace Lindqvist"],
      address: ["31 Orchard Way", "Brighton", "BN2 4GE"],
      postal_code: "BN2 4GE"
    }
  ),
  invented(
    "tenancy agreement, United Kingdom, landlord with an address of his own",
    printedPage(`
#    ASSURED SHORTHOLD TENANCY AGREEMENT
     This agreement is made on 28 August 2026
     BETWEEN
     Landlord: Mr Paul Grantham
     of 2 Vicarage Hill, Guildford, GU1 3DX
     Tenant: Ms Elena Petrova
     Property: Flat 9, Linden Court, 60 Station Road, Reading, RG1 4AB
     Term: from 1 September 2026 to 31 August 2027
     Rent: £1,150 per month payable in advance
     Tenancy deposit: £1,326
     The Tenant shall keep the premises clean. Signed by the Landlord and the Tenant
`),
    {
      type: "lease_agreement",
      country: "GB",
      language: "en",
      issuer: "",
      issue_date: "2026-08-28",
      period: [null, null],
      valid_until: "2027-08-31",
      holders: ["Elena Petrova"],
      address: ["Flat 9", "Linden Court", "60 Station Road", "Reading", "RG1 4AB"],
      postal_code: "RG1 4AB"
    }
  ),
  invented(
    "tax calculation, United Kingdom",
    printedPage(`
                                                        HM Revenue & Customs
                                                        Pay As You Earn
     Mr Kofi Mensah                                     BX9 1AS
     Apartment 41                                       Phone 0300 200 3300
     Ship Canal House
     98 King Street                                     Date 14 June 2026
     Manchester                                         Tax reference 846/MZ44
     M2 4WU                                             National Insurance number QQ 12 34 56 A

#    P800 Tax Calculation
     For the tax year 2025/26
     We have worked out that you paid too much income tax. Taxable income £31,200. Personal allowance £12,570.
`),
    {
      type: "tax_document",
      country: "GB",
      language: "en",
      issuer: "HM Revenue & Customs",
      issue_date: "2026-06-14",
      period: ["2025-04-06", "2026-04-05"],
      holders: ["Kofi Mensah"],
      address: ["Apartment 41", "Ship Canal House", "98 King Street", "Manchester", "M2 4WU"],
      postal_code: "M2 4WU"
    }
  ),
  invented(
    "benefit letter, United States",
    printedPage(`
#    Social Security Administration
     Benefit Verification Letter
                                                   Date: September 8, 2026
                                                   BNC#: 26B1441A
     MARIA D GONZALEZ
     77 OCEAN VIEW BLVD UNIT 5
     SAN DIEGO CA 92109

     You asked us for information from your record. Beginning December 2025, the full monthly Social Security benefit is $1,820.00.
     Your date of birth is May 4, 1957.
     www.ssa.gov   1-800-772-1213
`),
    {
      type: "government_letter",
      country: "US",
      language: "en",
      issuer: "Social Security Administration",
      issue_date: "2026-09-08",
      period: [null, null],
      holders: ["MARIA D GONZALEZ"],
      address: ["77 OCEAN VIEW BLVD UNIT 5", "SAN DIEGO CA 92109"],
      postal_code: "92109"
    }
  ),
  invented(
    "home insurance schedule, Australia",
    printedPage(`
#    Jacaranda Insurance
     Certificate of Insurance - Home and Contents
     Policyholder: Mr Liam O'Donnell
     Mailing address:
     5/120 Beach Road
     BRIGHTON VIC 3186
     Policy number: HH 2201 444
     Date of issue: 02/09/2026
     Period of insurance: 15/09/2026 to 15/09/2027
     Insured address: 5/120 Beach Road, Brighton VIC 3186
     Sum insured: $640,000     Premium: $1,310.44     Excess: $500
     Jacaranda Insurance Pty Ltd ABN 11 222 333 444 AFSL 234567
`),
    {
      type: "insurance_statement",
      country: "AU",
      language: "en",
      issuer: "Jacaranda Insurance",
      issue_date: "2026-09-02",
      period: ["2026-09-15", "2027-09-15"],
      holders: ["Liam O'Donnell"],
      address: ["5/120 Beach Road", "BRIGHTON VIC 3186"],
      postal_code: "3186"
    }
  ),
  invented(
    "electricity bill, India",
    printedPage(`
#    Deccan Power Distribution Co. Ltd.
     Electricity Bill for the month of September 2026
     Consumer Name: SURESH KUMAR REDDY
     Address: Flat 302, Sai Residency, Plot 14, Madhapur, Hyderabad - 500081
     Consumer Number: 110022334       Bill Date: 04-10-2026       Due Date: 18-10-2026
     Sanctioned Load 5 kW             Units consumed 210          Electricity Duty Rs. 12.60
     GSTIN 36AAACD1234E1Z5
     Total Amount Rs. 1,455.00
`),
    {
      type: "utility_bill",
      country: "IN",
      language: "en",
      issuer: "Deccan Power Distribution",
      issue_date: "2026-10-04",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["SURESH KUMAR REDDY"],
      address: ["Flat 302", "Sai Residency", "Plot 14", "Madhapur", "Hyderabad - 500081"],
      postal_code: "500081"
    }
  ),
  invented(
    "driving licence, United Kingdom",
    printedPage(
      `
     DRIVING LICENCE                         UK
     1. OYELARAN
     2. MR SAMUEL ADE
     3. 14.02.1988 LAGOS
     4a. 05.06.2021   4c. DVLA
     4b. 04.06.2031
     5. OYELA802148SA9XX
     8. 61 ASHFIELD ROAD, NOTTINGHAM, NG3 5AA
     9. AM/B/B1
`,
      { layout: "rows", confidence: 0.8 }
    ),
    {
      type: "identity_document",
      country: "GB",
      language: "en",
      issuer: "",
      issue_date: "2021-06-05",
      period: [null, null],
      valid_until: "2031-06-04",
      holders: ["SAMUEL ADE OYELARAN"],
      address: ["61 ASHFIELD ROAD", "NOTTINGHAM", "NG3 5AA"],
      postal_code: "NG3 5AA"
    },
    "ocr"
  )
]
