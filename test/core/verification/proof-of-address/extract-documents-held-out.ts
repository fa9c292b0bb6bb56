import { printedPage } from "../../../support/printed-page.ts"
import { type InventedDocument, invented } from "./extract-documents.ts"

/** Documents that measure and did not teach: no rule was changed after they were first read. */
export const heldOutDocuments: ReadonlyArray<InventedDocument> = [
  invented(
    "water bill, England, issuer's address at the top right",
    printedPage(`
                                                                 Fenland Rivers Water
                                                                 Lancaster House
                                                                 Ermine Road
                                                                 Huntingdon PE29 6XU
     Miss Chloe Barraclough                                      0345 555 0101
     3 Tanners Yard                                              www.fenlandriverswater.co.uk
     St Ives
     Cambridgeshire                                              Account number 40 221 118
     PE27 5AH                                                    Date of bill   22 August 2026

     Your water and sewerage bill
     For the period 20 February 2026 to 19 August 2026
     Fresh water used 41 cubic metres           £88.20
     Sewerage                                   £104.10
     Please pay £192.30 by 5 September 2026
`),
    {
      type: "utility_bill",
      country: "GB",
      language: "en",
      issuer: "Fenland Rivers Water",
      issue_date: "2026-08-22",
      period: ["2026-02-20", "2026-08-19"],
      holders: ["Chloe Barraclough"],
      address: ["3 Tanners Yard", "St Ives", "Cambridgeshire", "PE27 5AH"],
      postal_code: "PE27 5AH"
    }
  ),
  invented(
    "checking statement, United States",
    printedPage(`
#    First Mesa National Bank
     PO Box 6100, Tucson AZ 85701
                                                          Statement Period: September 01, 2026 through September 30, 2026
     ANGELA R MONTOYA                                     Account Number: xxxxxx4410
     2210 E SPEEDWAY BLVD APT 204                         Page 1 of 4
     TUCSON AZ 85719-4410

     CHECKING SUMMARY
     Beginning Balance         $2,410.22
     Deposits and Additions    $3,100.00
     ATM & Debit Card Withdrawals  -$1,210.00
     Ending Balance            $4,300.22
     09/04   Payroll direct deposit     1,550.00
     09/18   Payroll direct deposit     1,550.00
     First Mesa National Bank, Member FDIC. Equal Housing Lender.
`),
    {
      type: "bank_statement",
      country: "US",
      language: "en",
      issuer: "First Mesa National Bank",
      issue_date: null,
      period: ["2026-09-01", "2026-09-30"],
      holders: ["ANGELA R MONTOYA"],
      address: ["2210 E SPEEDWAY BLVD APT 204", "TUCSON AZ 85719-4410"],
      postal_code: "85719-4410"
    }
  ),
  invented(
    "wireless bill, United States, recognised rows",
    printedPage(
      `
     Sagebrush Wireless
     MICHAEL T O'BRIEN            Account: 5510-22       Invoice Date: O9/12/2026
     88 LAKESHORE DR
     MADISON, WI 53703            Bi1ling period: Aug 13 - Sep 12, 2026
     Your wireless bi11
     Wireless number 608-555-0177   Unlimited plan   $65.00
     Device payment 4 of 24         $30.00
     Due date: 10/04/2026
     Sagebrush Wireless LLC   www.sagebrushwireless.com
`,
      { layout: "rows", confidence: 0.84 }
    ),
    {
      type: "mobile_phone_bill",
      country: "US",
      language: "en",
      issuer: "Sagebrush Wireless",
      issue_date: "2026-09-12",
      period: ["2026-08-13", "2026-09-12"],
      holders: ["MICHAEL T O'BRIEN"],
      address: ["88 LAKESHORE DR", "MADISON, WI 53703"],
      postal_code: "53703"
    },
    "ocr"
  ),
  invented(
    "property tax bill, United States",
    printedPage(`
#    Maricosa County Treasurer
     2026 Real Property Tax Bill
     Parcel number 122-33-4410                       Tax year: 2026
     NGUYEN LINH T & PATRICK                         Date mailed: 09/02/2026
     5512 W PALM CANYON RD                           First half due October 1, 2026
     GLENDALE, AZ 85302
     Property location: 5512 W Palm Canyon Rd
     Assessed value 31,200    Tax rate 11.2     Total tax $2,144.20
     Make checks payable to: Maricosa County Treasurer, PO Box 52133, Phoenix, AZ 85072
`),
    {
      type: "council_tax_bill",
      country: "US",
      language: "en",
      issuer: "Maricosa County Treasurer",
      issue_date: "2026-09-02",
      period: ["2026-01-01", "2026-12-31"],
      holders: ["NGUYEN LINH T", "PATRICK"],
      address: ["5512 W PALM CANYON RD", "GLENDALE, AZ 85302"],
      postal_code: "85302"
    }
  ),
  invented(
    "credit card statement, United Kingdom",
    printedPage(`
#    Thistle & Crown Credit Card
     Mr Oliver J Pemberton                                Your credit card statement
     Garden Flat                                          5 October 2026
     71 Clifton Vale                                      Card number ending 8812
     Bristol                                              Credit limit £4,500
     BS8 4PN
     Statement date 5 October 2026        Payment due date 30 October 2026
     Previous balance £210.00    New balance £388.10    Minimum payment £11.64
     12 Sep   Bookshop                21.00
     30 Sep   Trains                  84.10
     Interest rate on purchases 24.9% APR
     Thistle & Crown Bank plc. Registered in Scotland SC095000. Authorised by the Prudential Regulation Authority
`),
    {
      type: "credit_card_statement",
      country: "GB",
      language: "en",
      issuer: "Thistle & Crown",
      issue_date: "2026-10-05",
      period: [null, null],
      holders: ["Oliver J Pemberton"],
      address: ["Garden Flat", "71 Clifton Vale", "Bristol", "BS8 4PN"],
      postal_code: "BS8 4PN"
    }
  ),
  invented(
    "motor insurance, Ireland",
    printedPage(`
#    Shannon Mutual Insurance
     Renewal notice - motor insurance
     Date: 14/09/2026
     Mr Declan Fogarty
     Ballyknock
     Cashel
     Co. Tipperary
     E25 AX40
     Policy number MTR 220 118
     Period of cover: 01/10/2026 - 30/09/2027
     Premium €612.00 including no claims bonus
     Shannon Mutual Insurance DAC is regulated by the Central Bank of Ireland
`),
    {
      type: "insurance_statement",
      country: "IE",
      language: "en",
      issuer: "Shannon Mutual Insurance",
      issue_date: "2026-09-14",
      period: ["2026-10-01", "2027-09-30"],
      holders: ["Declan Fogarty"],
      address: ["Ballyknock", "Cashel", "Co. Tipperary", "E25 AX40"],
      postal_code: "E25 AX40"
    }
  ),
  invented(
    "notice of assessment, Canada",
    printedPage(`
     Canada Revenue Agency
#    Notice of assessment
     Date issued      May 12, 2026
     Tax year         2025
     Social insurance number XXX XX1 234
     SOFIA KARIMI
     204-88 PARKWAY FOREST DR
     TORONTO ON  M2J 1L6
     We have assessed your 2025 income tax and benefit return. Total income 61,200. Taxable income 58,100. Refund $412.20
     canada.ca/taxes
`),
    {
      type: "tax_document",
      country: "CA",
      language: "en",
      issuer: "Canada Revenue Agency",
      issue_date: "2026-05-12",
      period: ["2025-01-01", "2025-12-31"],
      holders: ["SOFIA KARIMI"],
      address: ["204-88 PARKWAY FOREST DR", "TORONTO ON M2J 1L6"],
      postal_code: "M2J 1L6"
    }
  ),
  invented(
    "benefit letter, United Kingdom",
    printedPage(`
#    Department for Work and Pensions
     Pension Service 8, Mail Handling Site B, Wolverhampton WV99 1AF
                                                         Date 2 October 2026
     Mrs Jean Halloran                                   Our ref NN112233A
     27 Sycamore Drive
     Rotherham
     S65 2QX
     About your State Pension
     We are writing to tell you about the amount of State Pension from 6 April 2026. You will get £203.85 a week.
     If you have been born on 3 March 1951 your National Insurance number is NN 11 22 33 A.
`),
    {
      type: "government_letter",
      country: "GB",
      language: "en",
      issuer: "Department for Work and Pensions",
      issue_date: "2026-10-02",
      period: [null, null],
      holders: ["Jean Halloran"],
      address: ["27 Sycamore Drive", "Rotherham", "S65 2QX"],
      postal_code: "S65 2QX"
    }
  ),
  invented(
    "mobile bill, Germany",
    printedPage(`
#    Nordfunk Mobil GmbH
     Nordfunk Mobil GmbH, Postfach 5501, 24062 Kiel                 Rechnungsnummer 99120
     Frau Katharina Baumgärtner                                     Kundennummer 771 203
     c/o Schneider                                                  Datum 11.09.2026
     Holtenauer Straße 202a
     24105 Kiel
     Ihre Mobilfunkrechnung für August 2026
     Rufnummer 0151 5550 1188     Tarif Smart M   19,99 EUR
     Rechnungszeitraum 10.08.26 - 09.09.26
     Der Betrag wird am 18.09.2026 per Lastschrift eingezogen.
     Geschäftsführer: Uwe Hansen, HRB 8812 Amtsgericht Kiel
`),
    {
      type: "mobile_phone_bill",
      country: "DE",
      language: "de",
      issuer: "Nordfunk Mobil",
      issue_date: "2026-09-11",
      period: ["2026-08-10", "2026-09-09"],
      holders: ["Katharina Baumgärtner"],
      address: ["Holtenauer Straße 202a", "24105 Kiel"],
      postal_code: "24105"
    }
  ),
  invented(
    "register certificate, Austria",
    printedPage(`
     Republik Österreich
     Magistrat der Stadt Wien
#    Meldezettel - Bestätigung der Meldung aus dem Zentralen Melderegister
     Familienname: Gruber
     Vorname: Stefan
     Geburtsdatum: 22.11.1979
     Hauptwohnsitz seit 03.04.2019
     Adresse: Neubaugasse 12/14, 1070 Wien
     Ausgestellt am 07.10.2026
`),
    {
      type: "residence_certificate",
      country: "AT",
      language: "de",
      issuer: "Magistrat der Stadt Wien",
      issue_date: "2026-10-07",
      period: [null, null],
      holders: ["Stefan Gruber"],
      address: ["Neubaugasse 12/14", "1070 Wien"],
      postal_code: "1070"
    }
  ),
  invented(
    "bank statement, Switzerland, French",
    printedPage(`
#    Banque Cantonale du Jorat SA
     Relevé de compte                                    Lausanne, 30 septembre 2026
     Monsieur
     Luca Bernasconi
     Avenue de Cour 61
     1007 Lausanne
     Compte privé   IBAN CH93 0076 2011 6238 5295 7      Monnaie CHF
     Période du 01.09.2026 au 30.09.2026
     Solde précédent 2'100.00      Nouveau solde 2'844.10
     04.09.26  Virement salaire    5'100.00
     22.09.26  Loyer              -1'650.00
`),
    {
      type: "bank_statement",
      country: "CH",
      language: "fr",
      issuer: "Banque Cantonale du Jorat",
      issue_date: "2026-09-30",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Luca Bernasconi"],
      address: ["Avenue de Cour 61", "1007 Lausanne"],
      postal_code: "1007"
    }
  ),
  invented(
    "internet bill, France",
    printedPage(`
#    Arcadie Télécom
     Facture internet et téléphone fixe                   N° client 7 711 200
     Facture n° 2026-0911                                 Madame Inès Carpentier
     Date de facture : 11 septembre 2026                  12 bis rue du Faubourg Saint-Antoine
     Date limite de paiement : 25 septembre 2026          75012 Paris
     Abonnement du 11/09/2026 au 10/10/2026
     Abonnement fibre optique 29,99 €    Box internet 0,00 €    Total TTC 29,99 €
     Arcadie Télécom SAS, RCS Nanterre 410 220 118, 1 parvis de la Défense 92800 Puteaux
`),
    {
      type: "telecom_bill",
      country: "FR",
      language: "fr",
      issuer: "Arcadie Télécom",
      issue_date: "2026-09-11",
      period: ["2026-09-11", "2026-10-10"],
      holders: ["Inès Carpentier"],
      address: ["12 bis rue du Faubourg Saint-Antoine", "75012 Paris"],
      postal_code: "75012"
    }
  ),
  invented(
    "payslip, France",
    printedPage(`
     BULLETIN DE PAIE
     Employeur : SARL ATELIER DU PHARE                   Période : septembre 2026
     14 quai des Chartrons 33000 BORDEAUX                Date de paiement : 30/09/2026
     SIRET 410 220 118 00012   Code APE 7410Z
     Matricule : 0044                                    Mme Anaïs Delmas
     Emploi : graphiste                                  9 rue Sainte-Catherine
     Date d'entrée : 02/01/2020                          33000 Bordeaux
     Salaire brut 2 400,00     Cotisations 520,00    Net à payer avant impôt 1 880,00
`),
    {
      type: "employer_letter",
      country: "FR",
      language: "fr",
      issuer: "ATELIER DU PHARE",
      issue_date: "2026-09-30",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Anaïs Delmas"],
      address: ["9 rue Sainte-Catherine", "33000 Bordeaux"],
      postal_code: "33000"
    }
  ),
  invented(
    "bank statement, Spain",
    printedPage(`
#    CAJA DEL TURIA
     EXTRACTO DE CUENTA                                  D. MANUEL PRIETO LÓPEZ
     Titular: MANUEL PRIETO LÓPEZ                        AV. DEL PUERTO 210, PTA 14
     IBAN ES91 2100 0418 4502 0005 1332                  46023 VALENCIA
     Período: 01-07-2026 a 30-09-2026
     Fecha de emisión: 01-10-2026
     F. Oper.     F. Valor     Concepto              Importe
     03-07-2026   03-07-2026   NÓMINA                1.500,00
     10-09-2026   10-09-2026   RECIBO AGUA           -44,10
     Saldo anterior 800,00     Saldo final 1.911,20
`),
    {
      type: "bank_statement",
      country: "ES",
      language: "es",
      issuer: "CAJA DEL TURIA",
      issue_date: "2026-10-01",
      period: ["2026-07-01", "2026-09-30"],
      holders: ["MANUEL PRIETO LÓPEZ"],
      address: ["AV. DEL PUERTO 210, PTA 14", "46023 VALENCIA"],
      postal_code: "46023"
    }
  ),
  invented(
    "lease, Italy",
    printedPage(`
#    CONTRATTO DI LOCAZIONE AD USO ABITATIVO
     Locatore: Sig. Franco Moretti, nato a Torino il 12/02/1955, residente in Via Po 10, 10124 Torino
     Conduttore: Sig.ra Chiara Esposito, nata a Napoli il 01/06/1993
     Immobile: Corso Francia 88, 10138 Torino
     Durata: anni quattro, con decorrenza dal 01/09/2026 e scadenza il 31/08/2030
     Canone annuo Euro 7.800,00    Deposito cauzionale Euro 1.950,00
     Torino, lì 20/08/2026
`),
    {
      type: "lease_agreement",
      country: "IT",
      language: "it",
      issuer: "Franco Moretti",
      issue_date: "2026-08-20",
      period: [null, null],
      valid_until: "2030-08-31",
      holders: ["Chiara Esposito"],
      address: ["Corso Francia 88", "10138 Torino"],
      postal_code: "10138"
    }
  ),
  invented(
    "residence certificate, Italy",
    printedPage(`
#    COMUNE DI BORGOVERDE
     Ufficio Anagrafe
     CERTIFICATO DI RESIDENZA
     L'ufficiale d'anagrafe certifica che ROMANO ELENA nata a Bari il 04/05/1988
     risulta iscritta nell'anagrafe della popolazione residente
     con abitazione in: Via dei Mille 22, 40121 Bologna BO
     Borgoverde, 15 settembre 2026
`),
    {
      type: "residence_certificate",
      country: "IT",
      language: "it",
      issuer: "COMUNE DI BORGOVERDE",
      issue_date: "2026-09-15",
      period: [null, null],
      holders: ["ROMANO ELENA"],
      address: ["Via dei Mille 22", "40121 Bologna BO"],
      postal_code: "40121"
    }
  ),
  invented(
    "energy bill, Netherlands",
    printedPage(`
#    Waddenstroom Energie N.V.
     Mevrouw A.M. van den Berg                           Klantnummer 22 118 03
     Prinsengracht 301-2                                 Factuurnummer 2026-77120
     1016 GX Amsterdam                                   Factuurdatum 2 oktober 2026
     Jaarafrekening energie
     Periode 1 oktober 2025 tot en met 30 september 2026
     Stroomverbruik 2.110 kWh     Gasverbruik 880 m3
     Te betalen vóór 16 oktober 2026: € 88,12
     Leveringsadres: Prinsengracht 301-2, 1016 GX Amsterdam
     KvK 01122334   BTW NL801122334B01   Postbus 40, 8900 AA Leeuwarden
`),
    {
      type: "utility_bill",
      country: "NL",
      language: "nl",
      issuer: "Waddenstroom Energie",
      issue_date: "2026-10-02",
      period: ["2025-10-01", "2026-09-30"],
      holders: ["A.M. van den Berg"],
      address: ["Prinsengracht 301-2", "1016 GX Amsterdam"],
      postal_code: "1016 GX"
    }
  ),
  invented(
    "electricity bill, Poland",
    printedPage(`
#    Energetyka Podhale S.A.
     Faktura VAT za energię elektryczną nr 88/2026/E
     Data wystawienia 05.10.2026 r.                      Szanowny Pan
     Termin płatności 19.10.2026 r.                      Krzysztof Zieliński
     Okres rozliczeniowy: 01.08.2026 - 30.09.2026        os. Słoneczne 4/21
     Numer PPE 590322400100220118                        34-500 Zakopane
     Zużycie energii 310 kWh    Opłata dystrybucyjna 88,10 zł    Do zapłaty 288,90 zł
     NIP 7362211330  KRS 0000110022  Siedziba: ul. Kościuszki 1, 34-500 Zakopane
`),
    {
      type: "utility_bill",
      country: "PL",
      language: "pl",
      issuer: "Energetyka Podhale",
      issue_date: "2026-10-05",
      period: ["2026-08-01", "2026-09-30"],
      holders: ["Krzysztof Zieliński"],
      address: ["os. Słoneczne 4/21", "34-500 Zakopane"],
      postal_code: "34-500"
    }
  ),
  invented(
    "electricity bill, Denmark",
    printedPage(`
#    Sundkraft A/S
     Elregning                                           Fakturadato 01.10.2026
     Mette Kjærgaard                                     Betales senest 15.10.2026
     Østerbrogade 91, 3. tv
     2100 København Ø
     Fakturaperiode 01.07.2026 - 30.09.2026
     Forbrug 612 kWh      Moms 25%    I alt 1.488,00 kr
     CVR-nr. 28 11 22 33
`),
    {
      type: "utility_bill",
      country: "DK",
      language: "da",
      issuer: "Sundkraft",
      issue_date: "2026-10-01",
      period: ["2026-07-01", "2026-09-30"],
      holders: ["Mette Kjærgaard"],
      address: ["Østerbrogade 91, 3. tv", "2100 København Ø"],
      postal_code: "2100"
    }
  ),
  invented(
    "bank letter, United States",
    printedPage(`
#    Bluestem Community Bank
     September 29, 2026
     James Whitfield
     915 Juniper Street
     Boise, ID 83702
     RE: Account verification letter
     Dear Mr. Whitfield,
     This is to confirm that you maintain an account in good standing with us. The account was opened on March 3, 2014.
     Bluestem Community Bank. Member FDIC. 100 Main Street, Boise, ID 83702
`),
    {
      type: "bank_letter",
      country: "US",
      language: "en",
      issuer: "Bluestem Community Bank",
      issue_date: "2026-09-29",
      period: [null, null],
      holders: ["James Whitfield"],
      address: ["915 Juniper Street", "Boise, ID 83702"],
      postal_code: "83702"
    }
  ),
  invented(
    "mortgage statement, Spain",
    printedPage(`
#    Banco Cantábrico, S.A.
     Recibo de préstamo hipotecario                      Santander, 1 de octubre de 2026
     Titular: Dña. ROSA MARÍA IBÁÑEZ CANO
     Dirección: C/ SAN FERNANDO 44, 5º D
     39010 SANTANDER
     Capital pendiente 88.120,00 €   Cuota 412,20 €   Tipo de interés 2,1 %
     Fecha de vencimiento del préstamo: 01/06/2041
     Banco Cantábrico S.A. CIF A39000000. Inscrito en el Registro Mercantil de Cantabria
`),
    {
      type: "mortgage_statement",
      country: "ES",
      language: "es",
      issuer: "Banco Cantábrico",
      issue_date: "2026-10-01",
      period: [null, null],
      holders: ["ROSA MARÍA IBÁÑEZ CANO"],
      address: ["C/ SAN FERNANDO 44, 5º D", "39010 SANTANDER"],
      postal_code: "39010"
    }
  ),
  invented(
    "driver license, United States",
    printedPage(
      `
     OREGON   DRIVER LICENSE
     4d DL NO. 4410221
     3 DOB 07/14/1985      4b EXP 07/14/2030      4a ISS 06/30/2022
     1 MARCHETTI
     2 DANIELLE ROSE
     8 1420 SE ALDER ST
     PORTLAND, OR 97214
     15 SEX F   16 HGT 5-06   18 EYES BRO
`,
      { layout: "rows", confidence: 0.8 }
    ),
    {
      type: "identity_document",
      country: "US",
      language: "en",
      issuer: "",
      issue_date: "2022-06-30",
      period: [null, null],
      valid_until: "2030-07-14",
      holders: ["DANIELLE ROSE MARCHETTI"],
      address: ["1420 SE ALDER ST", "PORTLAND, OR 97214"],
      postal_code: "97214"
    },
    "ocr"
  )
]
