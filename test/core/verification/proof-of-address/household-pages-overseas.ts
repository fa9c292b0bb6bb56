/** Pages of invented issuers in America, Africa, Asia and Oceania. The first line of each is what a person reads on it. */
export const overseasPages = `
US | Delphine Arceneaux | 2219 Magnolia St Apt B Baton Rouge, LA 70802 | 2026-10-30 | Pelican Gas & Light
#  Pelican Gas & Light
   P.O. Box 4471, Lafayette, LA 70502
   Service address: 2219 Magnolia St Apt B          Account # 8820-4471
   Statement Date   Due Date       Amount Due
   10/30/2026       11/20/2026     $84.12
   Previous balance   $79.00
   Payment received 10/12/2026   -$79.00
   Next meter read date 11/28/2026
   Please return this portion with your payment
   DELPHINE ARCENEAUX
   2219 MAGNOLIA ST APT B
   BATON ROUGE, LA 70802
---
US | Tobias Hendrickson | 811 Prairie Ave Fargo, ND 58102 | 2026-11-05 | Red River Mutual Insurance
#  Red River Mutual Insurance Company
   Policy declarations                       Date issued: November 5, 2026
   Named insured                             Policy period: 12/01/2026 to 12/01/2027
   Tobias Hendrickson                        Agent: Lori Lindqvist, 44 Broadway, Fargo ND 58103
   811 Prairie Ave
   Fargo, ND 58102
---
CA | Maëlle Gingras | 1440 rue des Pins, app. 6 Sherbrooke (Québec) J1H 2K4 | 2026-11-03 | Hydro-Estrie
#  Hydro-Estrie
   Maëlle Gingras
   1440 rue des Pins, app. 6
   Sherbrooke (Québec) J1H 2K4
   Facture d'électricité
   Date de facturation          3 novembre 2026
   Date d'échéance              24 novembre 2026
   Prochaine relève vers le     2 janvier 2027
   Consommation du 1 septembre au 30 octobre 2026
---
AU | Lachlan Whitby | Unit 7 55 Esplanade Semaphore SA 5019 | 2026-11-06 | Gulf Water
#  Gulf Water Corporation
   ABN 44 118 220 447
   LACHLAN WHITBY                       Issue date       06 Nov 2026
   Unit 7                               Last reading     02 Nov 2026
   55 Esplanade                         Next reading     02 Feb 2027
   SEMAPHORE SA 5019                    Pay by           27 Nov 2026
   Water account
---
NZ | Hinemoa Parata | 12 Tui Street Taihape 4720 | 2026-10-31 | Rangitikei District Council
#  Rangitikei District Council
   Private Bag 1102, Marton 4741
   Hinemoa Parata
   12 Tui Street
   Taihape 4720
   Rates invoice              Invoice date 31 October 2026
   Instalment 2 due           20 November 2026
   Last instalment paid       19 August 2026
   Property location: 12 Tui Street, Taihape
---
ZA | Thandeka Mkhize | 14 Umgeni Road Morningside Durban 4001 | 2026-11-01 | eThala Municipality
#  eThala Municipality
   Ms Thandeka Mkhize                Tax invoice date    2026-11-01
   14 Umgeni Road                    Due date            2026-11-22
   Morningside                       Reading date        2026-10-25
   Durban
   4001
   Statement of account: Rates and electricity
---
KE | Zawadi Muthoni | P.O. Box 2204 - 10100 Nyeri | 2026-11-02 | Aberdare Water
#  Aberdare Water and Sewerage Company
   ZAWADI MUTHONI
   P.O. Box 2204 - 10100
   Nyeri
   Water bill
   Bill Date: 02/11/2026
   Disconnection after: 16/11/2026
   Current reading 28/10/2026   Previous reading 28/09/2026
---
NG | Ebere Nwachukwu | 7 Ziks Avenue Enugu | 2026-11-03 | Coal City Electricity
#  Coal City Electricity Distribution Plc
   Postpaid bill


   EBERE NWACHUKWU
   7 ZIKS AVENUE
   ENUGU
   Bill date       03/11/2026
   Last payment    14/10/2026
---
IN | Meenakshi Iyer | Flat 203, Lakshmi Towers MG Road Kochi 682016 | 2026-11-05 | Malabar Power
#  Malabar Power Distribution Ltd
   Consumer Name: MEENAKSHI IYER
   Address: Flat 203, Lakshmi Towers, MG Road, Kochi 682016
   Bill Date 05-11-2026     Due Date 20-11-2026     Disconnection Date 05-12-2026
   Previous Reading Date 01-10-2026    Present Reading Date 01-11-2026
---
SG | Tan Boon Huat | BLK 118 TAMPINES AVENUE 4 #05-22 SINGAPORE 520118 | 2026-11-04 | Straits Utilities
#  Straits Utilities Pte Ltd
   MR TAN BOON HUAT
   BLK 118 TAMPINES AVENUE 4
   #05-22
   SINGAPORE 520118
   Tax invoice
   Date of tax invoice   04 Nov 2026     Payment due 18 Nov 2026
   Next meter reading on or about 30 Nov 2026
---
HK | Chan Siu Fong | Flat B, 12/F Hoi Tin Mansion 88 Castle Peak Road Tsuen Wan | 2026-11-05 | Victoria Harbour Gas
#  Victoria Harbour Gas Company Limited
   Ms CHAN SIU FONG
   Flat B, 12/F
   Hoi Tin Mansion
   88 Castle Peak Road
   Tsuen Wan
   Date of bill 05/11/2026       Please pay before 25/11/2026
   Gas bill
---
PH | Rosalinda Macaraeg | 27 Mabini Street Barangay Poblacion Dagupan City 2400 | 2026-11-02 | Pangasinan Electric
#  Pangasinan Electric Cooperative
   ROSALINDA MACARAEG                 Bill Date   02 Nov 2026
   27 Mabini Street                   Due Date    12 Nov 2026
   Barangay Poblacion                 Period      01 Oct 2026 - 31 Oct 2026
   Dagupan City 2400
   Statement of account
---
MX | Yadira Montes Quiroz | CALLE 5 DE MAYO 114 COL CENTRO 91000 XALAPA, VER | 2026-11-04 | Energía de Veracruz
#  Energía de Veracruz S.A. de C.V.
   YADIRA MONTES QUIROZ
   CALLE 5 DE MAYO 114
   COL CENTRO
   C.P. 91000 XALAPA, VER
   Fecha de expedición 04 NOV 26      Límite de pago 20 NOV 26
   Corte a partir de 21 NOV 26        Periodo 30 AGO 26 - 31 OCT 26
---
CO | Luz Dary Ospina | CL 14 # 6-22 PEREIRA | 2026-11-03 | Aguas del Otún
#  Aguas del Otún S.A. E.S.P.
   Señor(a): LUZ DARY OSPINA
   Dirección: CL 14 # 6-22
   Municipio: PEREIRA
   Fecha de expedición: 03/NOV/2026
   Fecha de suspensión: 25/NOV/2026
   Pago oportuno hasta: 18/NOV/2026
---
PE | Yesenia Mamani Quispe | JR. LOS INCAS 455 JULIACA | 2026-11-02 | Electro Altiplano
#  Electro Altiplano S.A.A.
   RUC 20447188201


   YESENIA MAMANI QUISPE
   JR. LOS INCAS 455
   JULIACA
   Fecha de emisión   02/11/2026     Vencimiento   17/11/2026
   Corte desde        04/12/2026     Lectura       31/10/2026
---
AR | Nahuel Ibarlucea | Belgrano 1140 Piso 3 Dto B 8000 Bahía Blanca | 2026-11-04 | Gasnor Austral
#  Gasnor Austral S.A.
   Inicio de actividades 01/03/1993
   IBARLUCEA NAHUEL
   Belgrano 1140 Piso 3 Dto B
   8000 Bahía Blanca
   Fecha de emisión 04/11/2026
   1er vencimiento 18/11/2026     2do vencimiento 30/11/2026
   CAE 74471882014      Vto. CAE 14/11/2026
   Factura de gas
---
UY | Washington Etcheverry | 18 de Julio 1140 apto 302 MONTEVIDEO | 2026-11-05 | -
#  Usinas del Plata
   Factura de electricidad


   WASHINGTON ETCHEVERRY
   18 DE JULIO 1140 APTO 302
   MONTEVIDEO
   Fecha de emisión 05/11/2026    Vence el 22/11/2026
   Próxima lectura 30/11/2026
---
BR | Jandira Quental | RUA DAS ACÁCIAS 120 AP 41 80240-000 CURITIBA - PR | 2026-11-03 | Companhia Paraense
#  Companhia Araucária de Energia
   JANDIRA QUENTAL
   RUA DAS ACÁCIAS 120 AP 41
   80240-000 CURITIBA - PR
   Data de emissão: 03/11/2026      Vencimento: 20/11/2026
   Leitura anterior 01/10/2026   Leitura atual 31/10/2026   Próxima leitura 01/12/2026
   Apresentação: 05/11/2026
   Conta de energia elétrica
---
SN | Aminata Diouf | Villa 114, Sacré-Cœur 3 Dakar | 2026-11-04 | Société Sahel Électricité
#  Société Sahel Électricité
   Facture d'électricité


   AMINATA DIOUF
   Villa 114, Sacré-Cœur 3
   Dakar
   Date de facture 04/11/2026
   Date limite de paiement 20/11/2026
   Date de coupure 27/11/2026
---
MA | Khadija Benslimane | Résidence Al Andalous, Appt 7 24 avenue Hassan II 30000 Fès | 2026-11-02 | Régie des Eaux de Fès
#  Régie des Eaux de Fès
   Mme Khadija Benslimane
   Résidence Al Andalous, Appt 7
   24 avenue Hassan II
   30000 Fès
   Facture établie le 02/11/2026
   Relève du 28/10/2026
   À payer avant le 25/11/2026
---
AE | Noura Al Suwaidi | Apartment 1204, Marina Crown Al Marsa Street Dubai United Arab Emirates | 2026-11-01 | Gulf Cooling Services LLC
#  Gulf Cooling Services LLC
   Ms Noura Al Suwaidi                 Invoice Date    01/11/2026
   Apartment 1204, Marina Crown        Due Date        15/11/2026
   Al Marsa Street                     Reading Date    31/10/2026
   Dubai
   United Arab Emirates
   District cooling bill
`
