/** Pages of invented issuers in Europe, with the days that bills print beside their own. The first line of each is what a person reads on it. */
export const europeanPages = `
GB | Morwenna Trask | Flat 3 18 Harbour Terrace Falmouth TR11 3QX | 2026-10-28 | Cornish Coast Water
#  Cornish Coast Water
                                                        Account number 4471 2209
   Ms Morwenna Trask                                    Bill date        28 October 2026
   Flat 3                                               Read date        24 October 2026
   18 Harbour Terrace                                   Previous bill    28 April 2026
   Falmouth                                             Payment due      18 November 2026
   TR11 3QX

   Your water bill
   For the period 20 April 2026 to 24 October 2026
   Payment slip
   Ms Morwenna Trask          £184.20
   Cornish Coast Water Limited, Registered office: Tidewater House, Truro TR1 2AB
---
GB | Dilwyn Prosser | 9 Chapel Row Brecon LD3 7AA | 2026-11-02 | Brycheiniog Building Society
   Brycheiniog Building Society
   The Old Exchange, Castle Street, Hereford HR1 2NN
   Mr Dilwyn Prosser
   9 Chapel Row
   Brecon
   LD3 7AA
                                        2 November 2026
   Annual mortgage statement
   Balance at 30 September 2026      £92,118.40
   Next review date 1 March 2027
---
IE | Grainne Tuohy | Apartment 4 The Maltings Kilkenny R95 X1Y2 | 2026-11-04 | Nore Energy DAC
#  Nore Energy DAC
   Grainne Tuohy                                 Invoice no. 22014471
   Apartment 4                                   Issue date: 04/11/2026
   The Maltings                                  Due date: 18/11/2026
   Kilkenny                                      Contract end date: 01/02/2027
   R95 X1Y2
   Electricity bill
   Meter read 31/10/2026 (actual)
   MPRN 10 001 447 120
---
DE | Friederike Ahlers | Deichstraße 14 26506 Norden | 2026-10-29 | Küstenenergie GmbH
                                                       Küstenenergie GmbH
   Küstenenergie GmbH · Am Hafen 2 · 26721 Emden       Kundennummer 4471882
   Frau                                                Rechnungsnummer 2026-22014
   Friederike Ahlers                                   Datum 29.10.2026
   Deichstraße 14                                      Vertragsbeginn 01.04.2019
   26506 Norden

   Ihre Stromrechnung
   Verbrauchsstelle: Deichstraße 14, 26506 Norden
   Abrechnungszeitraum 01.10.2025 - 30.09.2026
   Abgelesen am 30.09.2026        Nächster Abschlag am 15.12.2026
---
DE | Ottokar Wiesner | Rosenweg 3 86720 Nördlingen | 2026-11-02 | Rieser Volksbank eG
   Rieser Volksbank eG, Marktplatz 1, 86720 Nördlingen
   Herrn
   Ottokar Wiesner
   Rosenweg 3
   86720 Nördlingen
   Kontoauszug 10/2026          erstellt am 02.11.2026
   Alter Kontostand vom 30.09.2026       812,40 EUR
   Buchungstag  Wert        Vorgang
   05.10.2026   05.10.2026  Miete             -640,00
   28.10.2026   28.10.2026  Gehalt           2.144,10
   Kontostand am 31.10.2026       2.316,50 EUR
---
AT | Notburga Ebenbichler | Innstraße 45/3/12 6020 Innsbruck | 2026-11-03 | Alpenfunk Telekom GmbH
#  Alpenfunk Telekom GmbH
   Notburga Ebenbichler
   Innstraße 45/3/12
   6020 Innsbruck                      Innsbruck, am 03.11.2026
   Rechnung Mobilfunk
   Wird abgebucht am 18.11.2026
   Mindestvertragsdauer bis 14.05.2027
---
CH | Sereina Caduff | Via Plazzas 8 7130 Ilanz | 2026-10-27 | Surselva Energie AG
#  Surselva Energie AG
   Glennerstrasse 22, 7130 Ilanz
   Rechnungsdatum   27.10.2026               Frau
   Zahlbar bis      26.11.2026               Sereina Caduff
   Ablesung         30.09.2026               Via Plazzas 8
   Kundennummer     114471                   7130 Ilanz
   Stromrechnung 3. Quartal 2026
   Zahlbar durch
   Sereina Caduff
   Via Plazzas 8
   7130 Ilanz
---
CH | Aurélien Monnard | Chemin du Lac 11 1470 Estavayer-le-Lac | 2026-11-04 | Caisse Broyarde d'assurance
#  Caisse Broyarde d'assurance SA
   Estavayer-le-Lac, le 4 novembre 2026
                                              Monsieur
                                              Aurélien Monnard
                                              Chemin du Lac 11
                                              1470 Estavayer-le-Lac
   Décompte de primes
   Échéance 31.12.2026
   Assuré depuis le 01.01.2018
---
FR | Solveig Le Goff | 3 quai des Chaluts 29900 Concarneau | 2026-10-26 | Armor Énergies
#  Armor Énergies
   Service clients TSA 44712 - 56000 Vannes              Mme Solveig Le Goff
   Facture n° 2026 4471 du 26/10/2026                    3 quai des Chaluts
   Lieu de consommation : 3 quai des Chaluts 29900       29900 Concarneau
   Prélèvement le 12/11/2026
   Relevé de compteur du 20/10/2026
   Prochaine facture vers le 26/12/2026
---
FR | Thibault Escoffier | 12 montée du Château 07000 Privas | 2026-11-02 | Trésorerie de Privas
   Trésorerie de Privas
   M. ou Mme Thibault Escoffier
   12 montée du Château
   07000 Privas
   Taxe d'habitation 2026
   Date d'établissement : 02/11/2026
   Date de mise en recouvrement : 31/10/2026
   Date limite de paiement : 15/12/2026
---
BE | Liesbet Vanhoutte | Kouter 18 bus 3 9800 Deinze | 2026-10-30 | Leiestroom NV
#  Leiestroom NV
   Liesbet Vanhoutte                             Datum factuur      30/10/2026
   Kouter 18 bus 3                               Vervaldag          14/11/2026
   9800 Deinze                                   Volgende factuur   30/11/2026
   Factuur elektriciteit                         Meteropname        25/10/2026
   Leveringsadres: Kouter 18 bus 3, 9800 Deinze
---
NL | Sjoukje Hoekstra | Terp 5 8806 KJ Achlum | 2026-11-03 | Friese Meren Energie B.V.
#  Friese Meren Energie B.V.
   Postbus 447, 8600 AL Sneek
   Mevrouw
   Sjoukje Hoekstra
   Terp 5
   8806 KJ Achlum
   Datum nota            3 november 2026
   Notanummer            2026-44718
   Incassodatum          17 november 2026
   Opnamedatum           28 oktober 2026
---
NL | Wubbo Tiemersma | Singel 44 9671 AB Winschoten | 2026-10-31 | Gemeente Oldambt
#  Gemeente Oldambt
   Aanslagbiljet gemeentelijke belastingen
   Dagtekening 31-10-2026                        De heer
   Aanslagnummer 44718820                        Wubbo Tiemersma
   Eerste termijn 30-11-2026                     Singel 44
   Tweede termijn 31-12-2026                     9671 AB Winschoten
   Belastingjaar 2026
---
LU | Josiane Wagner | 7, rue de l'Église L-9515 Wiltz | 2026-11-05 | Éislek Telecom
#  Éislek Telecom S.A.
   Josiane Wagner
   7, rue de l'Église
   L-9515 Wiltz
   Facture               Date facture : 05/11/2026
   À payer avant le : 20/11/2026
---
ES | Itziar Zabaleta Urrutia | Calle San Juan 22, 3º B 20570 Bergara | 2026-10-29 | Deba Gas
#  Deba Gas Comercializadora S.L.
   CIF B20447188
   Fecha de emisión: 29/10/2026                      ITZIAR ZABALETA URRUTIA
   Fecha de cargo: 09/11/2026                        Calle San Juan 22, 3º B
   Lectura anterior: 25/08/2026                      20570 Bergara
   Lectura actual: 26/10/2026
   Factura de gas
   Dirección de suministro: Calle San Juan 22, 3º B, 20570 Bergara
---
ES | Remedios Cárdenas Pozo | Avda. de la Constitución 8, 2º A 41700 Dos Hermanas | 2026-11-01 | Banco del Sur Atlántico
#  Banco del Sur Atlántico, S.A.
   Domicilio social: Paseo de la Castellana 44, 28046 Madrid
   REMEDIOS CÁRDENAS POZO
   AVDA. DE LA CONSTITUCIÓN 8, 2º A
   41700 DOS HERMANAS
   Extracto de cuenta            Fecha del extracto 01/11/2026
   Saldo anterior a 30/09/2026   1.204,10
   Fecha oper.  Fecha valor  Concepto
   02/10/2026   02/10/2026   Recibo luz   -44,10
---
PT | Odília Quaresma | Rua do Forno 8, 1º Esq 7000-512 ÉVORA | 2026-10-30 | Alentejo Águas
#  Alentejo Águas, S.A.
   Exma. Sra.
   ODÍLIA QUARESMA
   Rua do Forno 8, 1º Esq
   7000-512 ÉVORA
   Fatura da água             Data de emissão 2026-10-30
   Data limite de pagamento 2026-11-20
   Comunicar leitura até 2026-11-25
   Última leitura 2026-10-20
---
IT | Ilaria Ravaioli | Via dei Mille 9 48018 Faenza RA | 2026-10-28 | Adriatica Luce e Gas
#  Adriatica Luce e Gas S.p.A.
                                                    Gentile
   Bolletta n. 5520914 del 28/10/2026               Ilaria Ravaioli
   Scadenza 17/11/2026                              Via dei Mille 9
   Periodo 01/09/2026 - 31/10/2026                  48018 Faenza RA
   Fornitura: Via dei Mille 9, 48018 Faenza
   Prossima lettura 30/11/2026
---
IT | Gavino Piras | VIA CAGLIARI 33 09170 ORISTANO OR | 2026-11-02 | Comune di Oristano
#  Comune di Oristano
   Avviso di pagamento TARI 2026
   PIRAS GAVINO
   VIA CAGLIARI 33
   09170 ORISTANO OR
   Data dell'avviso 02/11/2026
   Prima rata 16/11/2026     Seconda rata 16/12/2026
   Unica soluzione entro il 16/11/2026
---
DK | Birgitte Aagaard | Havnegade 12, 2. tv 5700 Svendborg | 2026-10-29 | Sydfyns Fjernvarme
#  Sydfyns Fjernvarme A/S
   Birgitte Aagaard                                Udskrevet      29-10-2026
   Havnegade 12, 2. tv                             Betales senest 16-11-2026
   5700 Svendborg                                  Aflæst den     30-09-2026
   Varmeregning                                    Kundenr.       447188
---
NO | Torbjørn Haugland | Strandveien 8B 6415 Molde | 2026-11-03 | Romsdal Kraft
#  Romsdal Kraft AS
   Torbjørn Haugland                 Fakturadato     03.11.2026
   Strandveien 8B                    Forfallsdato    20.11.2026
   6415 Molde                        Avlest          31.10.2026
   Strømregning
   Anleggsadresse: Strandveien 8B, 6415 Molde
---
SE | Linnéa Sjödahl | Skeppargatan 14 lgh 1102 852 30 Sundsvall | 2026-11-02 | Medelpads Elnät
#  Medelpads Elnät AB
   Utskriftsdatum 2026-11-02                        Linnéa Sjödahl
   Förfallodatum 2026-11-30                         Skeppargatan 14 lgh 1102
   Kundnummer 447188                                852 30 Sundsvall
   Faktura elnät
   Avläsning 2026-10-31
---
FI | Aino Lehtisalo | Rantakatu 5 A 14 53100 Lappeenranta | 2026-11-03 | Saimaan Sähkö Oy
#  Saimaan Sähkö Oy
   Aino Lehtisalo                         Laskun päiväys    3.11.2026
   Rantakatu 5 A 14                       Eräpäivä          24.11.2026
   53100 Lappeenranta                     Luentapäivä       31.10.2026
   Sähkölasku                             Edellinen lasku   3.8.2026
---
PL | Bożena Sikorska | ul. Długa 14/3 81-340 Gdynia | 2026-11-04 | Energia Kaszubska
#  Energia Kaszubska Sp. z o.o.
   Bożena Sikorska
   ul. Długa 14/3
   81-340 Gdynia
   Faktura VAT nr 4471/11/2026
   Data wystawienia: 04.11.2026    Termin płatności: 18.11.2026
   Data odczytu: 31.10.2026
---
CZ | Vlasta Horáková | Lipová 12 460 01 Liberec | 2026-11-02 | Jizerská Plynárenská
#  Jizerská Plynárenská a.s.
   Vlasta Horáková
   Lipová 12
   460 01 Liberec
   Faktura - daňový doklad
   Datum vystavení: 2. 11. 2026    Datum splatnosti: 16. 11. 2026
   Odečet 31. 10. 2026
---
MT | Carmela Zammit | 14, Triq il-Wied Birkirkara BKR 1404 | 2026-11-03 | Gozitan Water
#  Gozitan Water Services Ltd
   Ms Carmela Zammit
   14, Triq il-Wied
   Birkirkara BKR 1404
   Date of Issue 03/11/2026     Due Date 02/12/2026
   Reading Date 30/10/2026
---
GB | Rosalind Peverell | 22 Cloth Lane Kendal LA9 4QT | 2026-11-05 | Lakeland Lettings
   Lakeland Council Housing
   Rosalind Peverell
   22 Cloth Lane
   Kendal
   LA9 4QT
   Council tax bill 2026/27
   Date of notice 5 November 2026
   Instalment date 1 December 2026
   If undelivered return to: PO Box 44, Kendal LA9 1AA
`
