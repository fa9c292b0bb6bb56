import { printedPage } from "../../../support/printed-page.ts"
import { type InventedDocument, invented } from "./extract-documents.ts"

/** Documents that were held out of the first round of tuning, and tuned on in the second. */
export const mixedDocuments: ReadonlyArray<InventedDocument> = [
  invented(
    "gas bill, United Kingdom, recipient on the right",
    printedPage(`
     01 September 2026                                          Ms Rebecca Thornbury
     Account: 710 442 118                                       Rose Cottage
     Invoice: 3311                                              Mill Lane
                                                                Ashcombe
                                                                TA4 3QP
#    Severnside Gas
     Gas bill
     We've charged you for the period 2nd June 2026 - 31st August 2026
     Gas used 1,204 kWh      £71.12
     Please pay by 15 September 2026
     Your next meter reading is due 30 November 2026
     Severnside Gas plc, registered in England No 3334411, Severn House, Temple Way, Bristol, BS2 0YA, regulated by Ofgem
`),
    {
      type: "utility_bill",
      country: "GB",
      language: "en",
      issuer: "Severnside Gas",
      issue_date: "2026-09-01",
      period: ["2026-06-02", "2026-08-31"],
      holders: ["Rebecca Thornbury"],
      address: ["Rose Cottage", "Mill Lane", "Ashcombe", "TA4 3QP"],
      postal_code: "TA4 3QP"
    }
  ),
  invented(
    "power bill, United States, rows",
    printedPage(
      `
     CEDAR VALLEY ELECTRIC COOPERATIVE
     Account Number 99120-3        Statement Date 09/28/2026        Due Date 10/19/2026
     DEBORAH L HAWKINS
     PO BOX 88
     CEDAR VALLEY, MT 59860
     Service Address: 412 RIDGE RD
     Electric bill - Service from 08/26/2026 to 09/25/2026
     Energy charge 820 kWh @ .0911     $74.70
     Total amount due                  $101.20
     Questions? Call 406-555-0110 or visit www.cedarvalleyelectric.coop
`,
      { layout: "rows", confidence: 0.9 }
    ),
    {
      type: "utility_bill",
      country: "US",
      language: "en",
      issuer: "CEDAR VALLEY ELECTRIC",
      issue_date: "2026-09-28",
      period: ["2026-08-26", "2026-09-25"],
      holders: ["DEBORAH L HAWKINS"],
      address: ["PO BOX 88", "CEDAR VALLEY, MT 59860"],
      postal_code: "59860"
    },
    "ocr"
  ),
  invented(
    "bank statement, Canada",
    printedPage(`
#    Great Lakes Credit Union
     MR ANDRE TREMBLAY                                   Account statement
     1450 RUE SHERBROOKE O APT 905                       September 1 to September 30, 2026
     MONTREAL QC H3G 1K4
     Chequing account 00231-4410
     Opening balance on September 1, 2026       $2,104.10
     Sep 04   Deposit payroll                   $1,802.00
     Sep 09   Interac purchase                  -$44.20
     Closing balance on September 30, 2026      $3,861.90
     Deposits are insured. Great Lakes Credit Union Limited, 55 Front Street, Toronto ON M5J 1E6
`),
    {
      type: "bank_statement",
      country: "CA",
      language: "en",
      issuer: "Great Lakes Credit Union",
      issue_date: "2026-09-30",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["ANDRE TREMBLAY"],
      address: ["1450 RUE SHERBROOKE O APT 905", "MONTREAL QC H3G 1K4"],
      postal_code: "H3G 1K4"
    }
  ),
  invented(
    "credit card statement, Germany",
    printedPage(`
#    Elbkarte Bank AG
     Kreditkartenabrechnung September 2026
     Herr Tobias Lehmann                               Abrechnungsdatum 25.09.2026
     Große Elbstraße 44                                Kartennummer 4921 **** **** 1180
     22767 Hamburg                                     Verfügungsrahmen 5.000 EUR
     Umsätze vom 26.08.2026 bis 25.09.2026
     28.08.2026  29.08.2026  Bäckerei Sommer       12,40
     11.09.2026  12.09.2026  Bahn                  88,00
     Der Betrag wird am 05.10.2026 von Ihrem Konto abgebucht
     Elbkarte Bank AG, Sitz Hamburg, Amtsgericht Hamburg HRB 88112, Vorstand: Dr. Sabine Kern
`),
    {
      type: "credit_card_statement",
      country: "DE",
      language: "de",
      issuer: "Elbkarte Bank",
      issue_date: "2026-09-25",
      period: ["2026-08-26", "2026-09-25"],
      holders: ["Tobias Lehmann"],
      address: ["Große Elbstraße 44", "22767 Hamburg"],
      postal_code: "22767"
    }
  ),
  invented(
    "payslip, Spain",
    printedPage(`
     RECIBO INDIVIDUAL JUSTIFICATIVO DEL PAGO DE SALARIOS
     Empresa: TALLERES NAVARRO S.L.                     Trabajador: MARTA GIL ORTEGA
     Domicilio: POLÍGONO SUR 14, 41006 SEVILLA          Domicilio: C/ BETIS 33, 1º C
     CIF: B41000000                                     41010 SEVILLA
     Periodo de liquidación: del 1 al 30 de septiembre de 2026
     Devengos       Salario base 1.450,00
     Deducciones    IRPF 180,00    Líquido total a percibir 1.188,00
     Antigüedad: 01/03/2018
     Sevilla, 30 de septiembre de 2026
`),
    {
      type: "employer_letter",
      country: "ES",
      language: "es",
      issuer: "TALLERES NAVARRO",
      issue_date: "2026-09-30",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["MARTA GIL ORTEGA"],
      address: ["C/ BETIS 33, 1º C", "41010 SEVILLA"],
      postal_code: "41010"
    }
  ),
  invented(
    "property tax, Italy",
    printedPage(`
#    COMUNE DI MONTECHIARO
     Ufficio Tributi
     AVVISO DI PAGAMENTO TARI 2026                       Gentile contribuente
     Anno 2026                                           BIANCHI GIULIA
     Data di emissione 12/05/2026                        VIA ROMA 4
     Prima rata entro il 16/06/2026                      25018 MONTICHIARI BS
     Utenze domestiche - superficie 88 mq
     Tassa sui rifiuti: € 210,00
`),
    {
      type: "council_tax_bill",
      country: "IT",
      language: "it",
      issuer: "COMUNE DI MONTECHIARO",
      issue_date: "2026-05-12",
      period: ["2026-01-01", "2026-12-31"],
      holders: ["BIANCHI GIULIA"],
      address: ["VIA ROMA 4", "25018 MONTICHIARI BS"],
      postal_code: "25018"
    }
  ),
  invented(
    "insurance, France",
    printedPage(`
#    Mutuelle des Rivages
     ATTESTATION D'ASSURANCE HABITATION
     Nantes, le 3 septembre 2026
     Monsieur Karim Haddad
     8 boulevard Gabriel Guist'hau
     44000 Nantes
     Nous attestons que Monsieur Karim Haddad est titulaire du contrat d'assurance n° 88 221 garantissant le risque
     situé à la même adresse, pour la période du 01/09/2026 au 31/08/2027.
     Mutuelle des Rivages, société d'assurance mutuelle, siège social 2 quai de la Fosse 44000 Nantes - SIREN 781 452 511
`),
    {
      type: "insurance_statement",
      country: "FR",
      language: "fr",
      issuer: "Mutuelle des Rivages",
      issue_date: "2026-09-03",
      period: ["2026-09-01", "2027-08-31"],
      holders: ["Karim Haddad"],
      address: ["8 boulevard Gabriel Guist'hau", "44000 Nantes"],
      postal_code: "44000"
    }
  ),
  invented(
    "benefit decision, Poland",
    printedPage(`
#    Zakład Ubezpieczeń Społecznych
     Oddział w Gdańsku                                    Gdańsk, dnia 11 września 2026 r.
     Znak sprawy: 440/2026
                                                          Pani
                                                          Barbara Nowakowska
                                                          ul. Kartuska 210 m. 15
                                                          80-122 Gdańsk
     DECYZJA o waloryzacji emerytury
     Zakład Ubezpieczeń Społecznych przyznaje Pani świadczenie w kwocie 2.410,00 zł
     Decyzja wydana na podstawie ustawy z dnia 17 grudnia 1998 r.
`),
    {
      type: "government_letter",
      country: "PL",
      language: "pl",
      issuer: "Zakład Ubezpieczeń Społecznych",
      issue_date: "2026-09-11",
      period: [null, null],
      holders: ["Barbara Nowakowska"],
      address: ["ul. Kartuska 210 m. 15", "80-122 Gdańsk"],
      postal_code: "80-122"
    }
  ),
  invented(
    "lease, Germany",
    printedPage(`
#    Wohnraummietvertrag
     zwischen
     Vermieter: Immobilien Sonnhalde GmbH, Ringstraße 2, 70173 Stuttgart
     und
     Mieter: Herr Mehmet Aydın und Frau Selin Aydın
     Mietobjekt: Tübinger Straße 61, 2. OG, 70178 Stuttgart
     Mietbeginn: 01.10.2026
     Das Mietverhältnis ist befristet bis zum 30.09.2028
     Kaltmiete 980,00 EUR   Kaution 2.940,00 EUR
     Stuttgart, den 12.09.2026
`),
    {
      type: "lease_agreement",
      country: "DE",
      language: "de",
      issuer: "Immobilien Sonnhalde",
      issue_date: "2026-09-12",
      period: [null, null],
      valid_until: "2028-09-30",
      holders: ["Mehmet Aydın", "Selin Aydın"],
      address: ["Tübinger Straße 61", "2. OG", "70178 Stuttgart"],
      postal_code: "70178"
    }
  ),
  invented(
    "telecom bill, Sweden",
    printedPage(`
#    Fjällnet AB
     Faktura bredband                                     Fakturadatum 2026-09-01
     Kundnummer 44102                                     Förfallodatum 2026-09-30
     Erik Johansson
     Storgatan 14 lgh 1102
     903 26 Umeå
     Period 2026-09-01 - 2026-09-30
     Bredband fiber 250 Mbit/s     399,00 kr
     Bankgiro 440-1122   Organisationsnummer 556677-8899
`),
    {
      type: "telecom_bill",
      country: "SE",
      language: "sv",
      issuer: "Fjällnet",
      issue_date: "2026-09-01",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Erik Johansson"],
      address: ["Storgatan 14 lgh 1102", "903 26 Umeå"],
      postal_code: "903 26"
    }
  ),
  invented(
    "electricity bill, Brazil",
    printedPage(`
#    Companhia Paranoá de Energia Elétrica S.A.
     CNPJ 07.522.669/0001-92
     ANA BEATRIZ SOUZA LIMA                             Unidade consumidora 881 224
     RUA DAS ACACIAS 410 AP 32                          Referência: 09/2026
     JARDIM BOTANICO                                    Vencimento: 15/10/2026
     80210-060 CURITIBA - PR                             Data de emissão: 02/10/2026
     Conta de energia elétrica
     Leitura anterior 30/08/2026    Leitura atual 29/09/2026    Consumo 188 kWh
     ICMS 29%    Total a pagar R$ 162,40
`),
    {
      type: "utility_bill",
      country: "BR",
      language: "pt",
      issuer: "Energia Elétrica",
      issue_date: "2026-10-02",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["ANA BEATRIZ SOUZA LIMA"],
      address: ["RUA DAS ACACIAS 410 AP 32", "JARDIM BOTANICO", "80210-060 CURITIBA - PR"],
      postal_code: "80210-060"
    }
  ),
  invented(
    "employment letter, United Arab Emirates, no postcode",
    printedPage(`
#    Al Noor Logistics LLC
     Dubai, United Arab Emirates   Tel +971 4 555 0100
     Date: 15/09/2026
     To whom it may concern
     Employment verification letter
     This is to certify that Ms. Fatima Rahman is employed by us as Accountant since 01/02/2022.
     She is residing at Apartment 1204, Marina Heights Tower, Dubai Marina, Dubai
     HR Manager
`),
    {
      type: "employer_letter",
      country: "AE",
      language: "en",
      issuer: "Al Noor Logistics",
      issue_date: "2026-09-15",
      period: [null, null],
      holders: ["Fatima Rahman"],
      address: ["Apartment 1204", "Marina Heights Tower", "Dubai Marina", "Dubai"],
      postal_code: null
    }
  ),
  invented(
    "mortgage statement, United Kingdom",
    printedPage(`
#    Caldervale Building Society
     Annual mortgage statement
     Mr S & Mrs H Patel                                   Mortgage account number: 5510 220
     16 Windmill Rise                                     Statement date: 31/12/2025
     Halifax
     HX3 7PL
     Statement period: 1 January 2026 to 31 August 2026
     Mortgage balance £121,044.10    Interest rate 3.9%    Early repayment charge until 30 June 2028
     Caldervale Building Society is authorised by the Prudential Regulation Authority. Principal office: Trinity Road, Halifax HX1 2RG
`),
    {
      type: "mortgage_statement",
      country: "GB",
      language: "en",
      issuer: "Caldervale Building Society",
      issue_date: "2025-12-31",
      period: ["2026-01-01", "2026-08-31"],
      holders: ["S Patel", "H Patel"],
      address: ["16 Windmill Rise", "Halifax", "HX3 7PL"],
      postal_code: "HX3 7PL"
    }
  ),
  invented(
    "bank letter, Portugal",
    printedPage(`
#    Banco do Mondego, S.A.
     Declaração de titularidade de conta
     Coimbra, 17 de setembro de 2026
     Para os devidos efeitos, declara-se que Teresa Maria Antunes é titular da conta com o
     IBAN PT50 0002 0123 1234 5678 9015 4
     Morada: Rua da Sofia 77, 3000-390 Coimbra
     Banco do Mondego, S.A. - Registado no Banco de Portugal sob o nº 44 - NIPC 500 111 222
`),
    {
      type: "bank_letter",
      country: "PT",
      language: "pt",
      issuer: "Banco do Mondego",
      issue_date: "2026-09-17",
      period: [null, null],
      holders: ["Teresa Maria Antunes"],
      address: ["Rua da Sofia 77", "3000-390 Coimbra"],
      postal_code: "3000-390"
    }
  ),
  invented(
    "identity card, Belgium, two languages",
    printedPage(
      `
     CARTE D'IDENTITÉ / IDENTITEITSKAART
     BELGIQUE / BELGIË
     Nom / Naam
     DELVAUX
     Prénoms / Voornamen
     SOPHIE CLAIRE
     Date de naissance: 09.08.1985
     Adresse: RUE DE LA LOI 155
     1040 BRUXELLES
     Valable jusqu'au: 21.01.2030
`,
      { layout: "rows", confidence: 0.82 }
    ),
    {
      type: "identity_document",
      country: "BE",
      language: "fr",
      issuer: "",
      issue_date: null,
      period: [null, null],
      valid_until: "2030-01-21",
      holders: ["SOPHIE CLAIRE DELVAUX"],
      address: ["RUE DE LA LOI 155", "1040 BRUXELLES"],
      postal_code: "1040"
    },
    "ocr"
  )
]
