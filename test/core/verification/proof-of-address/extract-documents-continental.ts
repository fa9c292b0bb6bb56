import { printedPage } from "../../../support/printed-page.ts"
import { type InventedDocument, invented } from "./extract-documents.ts"

/** Documents the rules were tuned on, from the continent and from Latin America. */
export const continentalDocuments: ReadonlyArray<InventedDocument> = [
  invented(
    "electricity bill, Germany, with a return line",
    printedPage(`
#                                                           Havelstrom Energie GmbH
     Havelstrom Energie GmbH · Postfach 10 22 · 14411 Potsdam
     Herrn                                                  Kundennummer: 4410 2233
     Jonas Brückner                                         Rechnungsnummer: R-2026-8812
     Lindenallee 17                                         Rechnungsdatum: 05.10.2026
     14469 Potsdam                                          Fällig am: 19.10.2026

#    Ihre Stromrechnung
     Sehr geehrter Herr Brückner,
     für den Abrechnungszeitraum 01.10.2025 - 30.09.2026 berechnen wir Ihnen:
     Zählernummer 1EMH00441     Zählerstand am 30.09.2026: 22.104 kWh
     Arbeitspreis    2.104 kWh     612,20 EUR
     Grundpreis      12 Monate     120,00 EUR
     Verbrauchsstelle: Lindenallee 17, 14469 Potsdam
     Sitz der Gesellschaft: Am Kanal 4, 14467 Potsdam · Amtsgericht Potsdam HRB 22110 · USt-IdNr. DE811223344
`),
    {
      type: "utility_bill",
      country: "DE",
      language: "de",
      issuer: "Havelstrom Energie",
      issue_date: "2026-10-05",
      period: ["2025-10-01", "2026-09-30"],
      holders: ["Jonas Brückner"],
      address: ["Lindenallee 17", "14469 Potsdam"],
      postal_code: "14469"
    }
  ),
  invented(
    "bank statement, Germany",
    printedPage(`
#    Sparkasse Nordheide
     Kontoauszug 9/2026                                     Seite 1 von 2
     Frau
     Leyla Yıldız-Hartmann                                  Kontonummer 110 220 33
     Bahnhofstraße 5                                        IBAN DE12 2405 0110 0011 0220 33
     21335 Lüneburg                                         erstellt am 30.09.2026

     Kontoauszug vom 01.09.2026 bis 30.09.2026
     Buchungstag   Wertstellung   Vorgang                   Betrag EUR
     02.09.2026    02.09.2026     Miete                     -780,00
     15.09.2026    15.09.2026     Gehalt                    2.340,10
     Alter Saldo 1.200,00     Neuer Saldo 2.760,10
`),
    {
      type: "bank_statement",
      country: "DE",
      language: "de",
      issuer: "Sparkasse Nordheide",
      issue_date: "2026-09-30",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Leyla Yıldız-Hartmann"],
      address: ["Bahnhofstraße 5", "21335 Lüneburg"],
      postal_code: "21335"
    }
  ),
  invented(
    "residence certificate, Germany",
    printedPage(`
#    Landeshauptstadt Mainz
     Bürgeramt - Meldebehörde
     Mainz, den 18. September 2026
#    Meldebescheinigung
     Es wird hiermit bescheinigt, dass die nachstehend genannte Person gemeldet ist:
     Familienname:     Weber
     Vornamen:         Anna Katharina
     Geburtsdatum:     11.03.1991
     Anschrift:        Kaiserstraße 44, 55116 Mainz
     Einzug in die Wohnung: 01.05.2022
     Staatsangehörigkeit: deutsch
`),
    {
      type: "residence_certificate",
      country: "DE",
      language: "de",
      issuer: "Landeshauptstadt Mainz",
      issue_date: "2026-09-18",
      period: [null, null],
      holders: ["Anna Katharina Weber"],
      address: ["Kaiserstraße 44", "55116 Mainz"],
      postal_code: "55116"
    }
  ),
  invented(
    "income tax assessment, Germany",
    printedPage(`
#    Finanzamt Freiburg-Stadt
     Sautierstraße 24, 79104 Freiburg
     Steuernummer 06123/45678                              Datum: 14.08.2026
     Frau
     Dr. Miriam Vogel
     Eschholzstraße 90
     79115 Freiburg im Breisgau

#    Bescheid für 2025 über Einkommensteuer und Solidaritätszuschlag
     Festgesetzt werden: Einkommensteuer 8.204,00 EUR
     Zu versteuerndes Einkommen 42.110 EUR
     Zahlbar bis spätestens 17.09.2026
`),
    {
      type: "tax_document",
      country: "DE",
      language: "de",
      issuer: "Finanzamt Freiburg",
      issue_date: "2026-08-14",
      period: ["2025-01-01", "2025-12-31"],
      holders: ["Miriam Vogel"],
      address: ["Eschholzstraße 90", "79115 Freiburg im Breisgau"],
      postal_code: "79115"
    }
  ),
  invented(
    "electricity bill, France",
    printedPage(`
#    Lumière & Territoires
     Service client : 09 69 32 15 15                        Facture du 02/10/2026
                                                            N° de facture 10 440 221
     Référence client : 6 004 112                           MME CAMILLE LEFÈVRE
     N° de compte : 1 002 44                                APPT 12 BAT B
                                                            14 RUE DES ÉCOLES
                                                            69003 LYON

#    Votre facture d'électricité
     Montant à payer avant le 17/10/2026 : 88,12 € TTC
     Période de consommation : du 1er juillet au 30 septembre 2026
     Point de livraison (PDL) : 1911 4422 0011
     Lieu de consommation : 14 rue des Écoles 69003 Lyon
     Lumière & Territoires SA au capital de 10 000 000 € - RCS Paris 552 081 317 - Siège social : 22 avenue de Wagram 75008 Paris
`),
    {
      type: "utility_bill",
      country: "FR",
      language: "fr",
      issuer: "Lumière & Territoires",
      issue_date: "2026-10-02",
      period: ["2026-07-01", "2026-09-30"],
      holders: ["CAMILLE LEFÈVRE"],
      address: ["APPT 12 BAT B", "14 RUE DES ÉCOLES", "69003 LYON"],
      postal_code: "69003"
    }
  ),
  invented(
    "tax notice, France",
    printedPage(`
     RÉPUBLIQUE FRANÇAISE
     DIRECTION GÉNÉRALE DES FINANCES PUBLIQUES
     CENTRE DES FINANCES PUBLIQUES
     12 PLACE DU MARCHÉ
     35000 RENNES
                                                     M. OU MME LE GOFF YANN
                                                     3 IMPASSE DU MOULIN
                                                     35135 CHANTEPIE
#    AVIS D'IMPÔT 2026
     IMPÔT SUR LES REVENUS DE 2025
     Numéro fiscal : 30 12 345 678 901
     Date d'établissement : 24/07/2026
     Revenu fiscal de référence : 41 200
`),
    {
      type: "tax_document",
      country: "FR",
      language: "fr",
      issuer: "FINANCES PUBLIQUES",
      issue_date: "2026-07-24",
      period: ["2025-01-01", "2025-12-31"],
      holders: ["LE GOFF YANN"],
      address: ["3 IMPASSE DU MOULIN", "35135 CHANTEPIE"],
      postal_code: "35135"
    }
  ),
  invented(
    "lease, France",
    printedPage(`
#    CONTRAT DE LOCATION
     Bail d'habitation - logement non meublé
     Le bailleur : Mme Hélène Marchand, demeurant 5 rue Victor Hugo, 33000 Bordeaux
     Le locataire : M. Idriss Benali
     Désignation du logement : 27 cours de la Marne, 33800 Bordeaux
     Durée : le bail est consenti pour une durée de trois ans, à compter du 1er septembre 2026
     Loyer mensuel : 740 € - Dépôt de garantie : 740 €
     Fait à Bordeaux, le 25 août 2026
`),
    {
      type: "lease_agreement",
      country: "FR",
      language: "fr",
      issuer: "",
      issue_date: "2026-08-25",
      period: [null, null],
      valid_until: "2029-08-31",
      holders: ["Idriss Benali"],
      address: ["27 cours de la Marne", "33800 Bordeaux"],
      postal_code: "33800"
    }
  ),
  invented(
    "electricity bill, Spain",
    printedPage(`
#    Iberluz Comercialización, S.A.U.
     Nº factura: FE2601233                              TITULAR DEL CONTRATO
     Fecha de emisión: 6 de octubre de 2026             JAVIER RUIZ CASTAÑO
     Periodo de facturación: 01/09/2026 - 30/09/2026    CALLE MAYOR 21, 3º B
     Fecha de cargo: 15 de octubre de 2026              28013 MADRID
#    FACTURA DE ELECTRICIDAD
     Importe total: 61,20 €
     Potencia contratada 4,6 kW     CUPS ES0021000001234567AB
     Dirección de suministro: Calle Mayor 21, 3º B, 28013 Madrid
     Fin de contrato: 12/03/2027
     Iberluz Comercialización S.A.U. CIF A95000000. Inscrita en el Registro Mercantil de Bizkaia. Domicilio social: Plaza Euskadi 5, 48009 Bilbao
`),
    {
      type: "utility_bill",
      country: "ES",
      language: "es",
      issuer: "Iberluz",
      issue_date: "2026-10-06",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["JAVIER RUIZ CASTAÑO"],
      address: ["CALLE MAYOR 21, 3º B", "28013 MADRID"],
      postal_code: "28013"
    }
  ),
  invented(
    "register extract, Spain",
    printedPage(`
#    AYUNTAMIENTO DE VALDERÍO
     Padrón Municipal de Habitantes
#    CERTIFICADO DE EMPADRONAMIENTO
     El Secretario del Ayuntamiento certifica que, según consta en el Padrón Municipal:
     Nombre y apellidos: LUCÍA FERNÁNDEZ SORIA
     Fecha de nacimiento: 03/11/1994
     Domicilio: CALLE DEL OLMO 8, 2º A, 50004 ZARAGOZA
     figura inscrita desde el 10/01/2020
     En Valderío, a 22 de septiembre de 2026
`),
    {
      type: "residence_certificate",
      country: "ES",
      language: "es",
      issuer: "AYUNTAMIENTO DE VALDERÍO",
      issue_date: "2026-09-22",
      period: [null, null],
      holders: ["LUCÍA FERNÁNDEZ SORIA"],
      address: ["CALLE DEL OLMO 8", "2º A", "50004 ZARAGOZA"],
      postal_code: "50004"
    }
  ),
  invented(
    "gas bill, Italy",
    printedPage(`
#    Adda Luce e Gas S.p.A.
     Servizio clienti 800 900 800
     Numero cliente 440 112                               Gent.mo
     Codice fiscale RSSMRA80A01F205X                      MARIO ROSSI
     Data di emissione: 04/10/2026                        VIA GARIBALDI 15
     Scadenza: 24/10/2026                                 20121 MILANO MI
#    Bolletta gas
     Periodo di fatturazione: dal 1 luglio al 31 agosto 2026
     PDR 0123456789012    Consumo 44 Smc    Totale da pagare 61,90 €
     Indirizzo di fornitura: Via Garibaldi 15, 20121 Milano MI
     Sede legale: Via Stresa 8, 23900 Lecco - P.IVA 01234567890 - Capitale sociale € 2.000.000
`),
    {
      type: "utility_bill",
      country: "IT",
      language: "it",
      issuer: "Adda Luce e Gas",
      issue_date: "2026-10-04",
      period: ["2026-07-01", "2026-08-31"],
      holders: ["MARIO ROSSI"],
      address: ["VIA GARIBALDI 15", "20121 MILANO MI"],
      postal_code: "20121"
    }
  ),
  invented(
    "payslip, Netherlands",
    printedPage(`
#    Polderwerk B.V.
     Kanaalweg 12, 3526 KL Utrecht
     Salarisspecificatie september 2026
     S. de Vries                                   Personeelsnummer: 221
     Molenstraat 3                                 Datum in dienst: 01-02-2021
     3512 XL Utrecht                               Geboortedatum: 14-07-1990
     Periode: 01-09-2026 t/m 30-09-2026            Betaaldatum: 25-09-2026
     Bruto salaris 3.400,00     Loonheffing 712,00     Netto salaris 2.688,00
     KvK 30112233
`),
    {
      type: "employer_letter",
      country: "NL",
      language: "nl",
      issuer: "Polderwerk",
      issue_date: "2026-09-25",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["S. de Vries"],
      address: ["Molenstraat 3", "3512 XL Utrecht"],
      postal_code: "3512 XL"
    }
  ),
  invented(
    "internet bill, Poland",
    printedPage(`
#    Wisłanet Sp. z o.o.
     Faktura za internet nr FV/2026/09/1120
     Data wystawienia: 01.09.2026     Termin płatności: 15.09.2026
     Okres rozliczeniowy: 01.09.2026 - 30.09.2026
     Nabywca:
     Piotr Wiśniewski
     ul. Długa 18/4
     31-146 Kraków
     Internet stacjonarny światłowód 300 Mb/s    59,90 zł
     Wisłanet Sp. z o.o., ul. Pawia 9, 31-154 Kraków, NIP 6762233445, KRS 0000221133
`),
    {
      type: "telecom_bill",
      country: "PL",
      language: "pl",
      issuer: "Wisłanet",
      issue_date: "2026-09-01",
      period: ["2026-09-01", "2026-09-30"],
      holders: ["Piotr Wiśniewski"],
      address: ["ul. Długa 18/4", "31-146 Kraków"],
      postal_code: "31-146"
    }
  ),
  invented(
    "mobile bill, Portugal",
    printedPage(`
#    Tejo Móvel
     Fatura de telemóvel                                  João Miguel Pereira
     Nº da fatura FT 2026/88122                           Rua das Flores 120, 2º Esq
     Data de emissão: 08-09-2026                          4050-262 Porto
     Data limite de pagamento: 28-09-2026
     Período de faturação: 01-08-2026 a 31-08-2026
     Nº de telemóvel 912 000 111     Tarifário 5GB     Roaming 0,00 €
     Nº de contribuinte 211 222 333
     Tejo Móvel - Comunicações, S.A. NIPC 503 112 233. Sede: Av. da República 10, 1050-191 Lisboa
`),
    {
      type: "mobile_phone_bill",
      country: "PT",
      language: "pt",
      issuer: "Tejo Móvel",
      issue_date: "2026-09-08",
      period: ["2026-08-01", "2026-08-31"],
      holders: ["João Miguel Pereira"],
      address: ["Rua das Flores 120, 2º Esq", "4050-262 Porto"],
      postal_code: "4050-262"
    }
  ),
  invented(
    "municipal taxes, Netherlands",
    printedPage(`
#    Gemeente Duinoord
     Aanslagbiljet gemeentelijke belastingen 2026
     De heer P.J. Bakker                            Dagtekening: 28 februari 2026
     Zeestraat 88                                   Vervaldatum: 31 maart 2026
     2518 AD 's-Gravenhage                          Aanslagnummer: 2026.4412
     Belastingjaar 2026
     Onroerendezaakbelasting eigenaar   € 310,20
     Afvalstoffenheffing                € 288,00
     Rioolheffing                       € 190,11
     WOZ-waarde € 388.000
`),
    {
      type: "council_tax_bill",
      country: "NL",
      language: "nl",
      issuer: "Gemeente Duinoord",
      issue_date: "2026-02-28",
      period: ["2026-01-01", "2026-12-31"],
      holders: ["P.J. Bakker"],
      address: ["Zeestraat 88", "2518 AD 's-Gravenhage"],
      postal_code: "2518 AD"
    }
  )
]
