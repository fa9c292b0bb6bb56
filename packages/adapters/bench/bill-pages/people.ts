/** Who a bill is for. All are invented. */
export interface Household {
  readonly first_name: string
  readonly last_name: string
  readonly street: string
  readonly postal_code: string
  readonly city: string
}

const household = (first_name: string, last_name: string, street: string, postal_code: string, city: string): Household => ({
  first_name,
  last_name,
  street,
  postal_code,
  city
})

/** Households of each country, three or six; layouts of one country share them. */
export const households = {
  GB: [
    household("Eleanor", "Whitcombe", "27 Harcourt Terrace", "BS6 5QD", "Bristol"),
    household("Tunde", "Adeyemi", "Flat 4, 113 Mossfield Road", "M21 8WP", "Manchester"),
    household("Graham", "Pettigrew", "8 Larch Close", "EH10 4RT", "Edinburgh"),
    household("Nkechi", "Okonjo", "61 Wharf Street", "WV1 1RL", "Wolverhampton"),
    household("Rhys", "Llewellyn", "19 Cathedral Road", "CF11 9HA", "Cardiff"),
    household("Harriet", "Blakemore", "Flat 9, 250 Old Kent Road", "SE1 5UB", "London")
  ],
  IE: [
    household("Aoife", "Brennan", "14 Oakfield Road", "D06 X2Y3", "Dublin 6"),
    household("Cormac", "Gallagher", "3 Harbour View", "H91 K5P8", "Galway"),
    household("Sinead", "Moriarty", "52 Summerhill North", "T23 R8V2", "Cork")
  ],
  US: [
    household("Marcus", "Delgado", "1418 Juniper Street Apt 6", "97214", "Portland, OR"),
    household("Priya", "Venkataraman", "205 Larkspur Lane", "30307", "Atlanta, GA"),
    household("Dorothy", "Kowalczyk", "77 Elm Ridge Drive", "60614", "Chicago, IL")
  ],
  DE: [
    household("Matthias", "Hoffmann", "Straße des 17. Juni 135", "10623", "Berlin"),
    household("Ayse", "Yildirim", "Lindenweg 7", "50674", "Köln"),
    household("Katharina", "Zimmermann", "Am Alten Markt 22", "24103", "Kiel")
  ],
  AT: [
    household("Florian", "Gruber", "Mariahilfer Straße 88/14", "1070", "Wien"),
    household("Theresa", "Lindner", "Annenstraße 31", "8020", "Graz"),
    household("Valentin", "Moser", "Getreidegasse 5", "5020", "Salzburg")
  ],
  CH: [
    household("Reto", "Baumgartner", "Seefeldstrasse 112", "8008", "Zürich"),
    household("Nadja", "Aebischer", "Effingerstrasse 9", "3011", "Bern"),
    household("Urs", "Kappeler", "Steinenvorstadt 40", "4051", "Basel")
  ],
  FR: [
    household("Camille", "Rousseau", "18 rue des Acacias", "69003", "Lyon"),
    household("Mehdi", "Benali", "5 bis avenue Jean Moulin", "31000", "Toulouse"),
    household("Solange", "Lefebvre", "142 boulevard Voltaire", "75011", "Paris")
  ],
  ES: [
    household("Lucia", "Fernandez Ortega", "Calle de Alcala 214, 3 B", "28028", "Madrid"),
    household("Javier", "Molina Reyes", "Avenida Diagonal 391", "08008", "Barcelona"),
    household("Carmen", "Iglesias Soto", "Calle Larios 6", "29005", "Malaga")
  ],
  IT: [
    household("Giulia", "Martinelli", "Via Garibaldi 47", "10122", "Torino"),
    household("Lorenzo", "De Santis", "Corso Vittorio Emanuele 12", "00186", "Roma"),
    household("Francesca", "Ferrante", "Via San Felice 103", "40122", "Bologna")
  ],
  NL: [
    household("Sanne", "van der Berg", "Prinsengracht 211", "1015 DT", "Amsterdam"),
    household("Pieter", "Hoekstra", "Oude Singel 58", "2312 RD", "Leiden"),
    household("Fatima", "El Amrani", "Biltstraat 144", "3572 BL", "Utrecht")
  ],
  PT: [
    household("Beatriz", "Carvalho", "Rua da Alegria 63", "4000-042", "Porto"),
    household("Rui", "Nogueira", "Avenida de Roma 18, 4 Esq", "1000-265", "Lisboa"),
    household("Teresa", "Figueiredo", "Rua Direita 90", "3500-115", "Viseu")
  ],
  SE: [
    household("Linnea", "Sandberg", "Vasagatan 16", "411 24", "Göteborg"),
    household("Oskar", "Lindqvist", "Storgatan 41", "753 31", "Uppsala"),
    household("Amina", "Hassan", "Bergsgatan 29", "214 22", "Malmö")
  ],
  DK: [
    household("Mette", "Kjærgaard", "Nørregade 24", "8000", "Aarhus C"),
    household("Anders", "Thomsen", "Vesterbrogade 118, 3. tv", "1620", "København V"),
    household("Signe", "Lauridsen", "Kongensgade 52", "5000", "Odense C"),
    household("Bilal", "Rahimi", "Danmarksgade 7", "9000", "Aalborg"),
    household("Kirsten", "Østergaard", "Jernbanegade 15", "7100", "Vejle"),
    household("Jonas", "Holm", "Strandvejen 203", "2900", "Hellerup")
  ],
  NO: [
    household("Ingrid", "Solberg", "Storgata 38", "0182", "Oslo"),
    household("Håkon", "Berge", "Nygårdsgaten 91", "5008", "Bergen"),
    household("Marit", "Nilsen", "Kongens gate 14", "7011", "Trondheim"),
    household("Yusuf", "Warsame", "Kirkegata 5", "4006", "Stavanger"),
    household("Torbjørn", "Aune", "Sjøgata 27", "9008", "Tromsø"),
    household("Silje", "Haugen", "Bjørnstjerne Bjørnsons gate 60", "3044", "Drammen")
  ],
  FI: [
    household("Aino", "Korhonen", "Mannerheimintie 72 A 14", "00250", "Helsinki"),
    household("Mikko", "Lahtinen", "Hämeenkatu 11", "33100", "Tampere"),
    household("Emilia", "Söderström", "Linnankatu 36 B 5", "20100", "Turku"),
    household("Juhani", "Mäkelä", "Kirkkokatu 20", "90100", "Oulu"),
    household("Leena", "Rantanen", "Puijonkatu 9", "70100", "Kuopio"),
    household("Omar", "Farah", "Kauppakatu 45 C 31", "40100", "Jyväskylä")
  ],
  LU: [
    household("Joëlle", "Weber", "12 rue Philippe II", "2340", "Luxembourg"),
    household("Marc", "Schmit", "48 avenue de la Gare", "1610", "Luxembourg"),
    household("Ana", "Ferreira", "7 rue de l'Alzette", "4011", "Esch-sur-Alzette"),
    household("Tom", "Hoffmann", "115 route d'Arlon", "8009", "Strassen"),
    household("Claudine", "Muller", "3 rue du Moulin", "5652", "Mondorf-les-Bains"),
    household("Nabil", "Haddad", "22 Grand-Rue", "9050", "Ettelbruck")
  ],
  CA: [
    household("Genevieve", "Tremblay", "412 Birchmount Crescent", "K1N 8R7", "Ottawa, ON"),
    household("Harpreet", "Dhillon", "88 Kingsway Avenue Unit 1204", "V5T 3J7", "Vancouver, BC"),
    household("Liam", "MacKenzie", "19 Barrington Street", "B3J 1Z6", "Halifax, NS"),
    household("Anjali", "Ramachandran", "1507 Portage Avenue", "R3G 0W4", "Winnipeg, MB"),
    household("Kyle", "Bergeron", "236 Jasper Road", "T5J 2R8", "Edmonton, AB"),
    household("Mei", "Leung", "30 Queen Street West Apt 7", "M5H 2R2", "Toronto, ON")
  ],
  AU: [
    household("Chloe", "Macpherson", "Unit 5, 18 Wattle Street", "3056", "Brunswick, VIC"),
    household("Dimitri", "Papadakis", "74 Rowe Street", "2122", "Eastwood, NSW"),
    household("Ruby", "Fitzgerald", "203 Boundary Road", "4101", "West End, QLD"),
    household("Imran", "Siddiqui", "9 Jarrah Court", "6107", "Cannington, WA"),
    household("Heather", "Lindqvist", "41 Unley Road", "5061", "Unley, SA"),
    household("Thi Mai", "Nguyen", "Unit 12, 330 Elizabeth Street", "7000", "Hobart, TAS")
  ],
  IN: [
    household("Rohan", "Deshpande", "Flat 12, 45 Karve Road", "411038", "Pune, Maharashtra"),
    household("Lakshmi", "Iyer", "7 Gandhi Street", "600028", "Chennai, Tamil Nadu"),
    household("Arjun", "Mehrotra", "Plot 88, Ashok Marg", "226001", "Lucknow, Uttar Pradesh"),
    household("Fatima", "Sheikh", "301 Palm Residency, Linking Road", "400050", "Mumbai, Maharashtra"),
    household("Gurpreet", "Bajwa", "House 1142, Sector 34", "160022", "Chandigarh, Punjab"),
    household("Debjani", "Chatterjee", "16 Rash Behari Avenue", "700029", "Kolkata, West Bengal")
  ],
  ZA: [
    household("Thandiwe", "Mokoena", "14 Protea Road", "7700", "Rondebosch"),
    household("Pieter", "Oosthuizen", "211 Church Street", "0002", "Pretoria"),
    household("Lerato", "Khumalo", "56 Vilakazi Street", "1804", "Soweto"),
    household("Yusra", "Davids", "9 Chiappini Street", "8001", "Cape Town"),
    household("Sipho", "Ndlovu", "130 Florida Road", "4001", "Durban"),
    household("Megan", "Robertson", "27 Cape Road", "6001", "Gqeberha")
  ],
  MX: [
    household("Valeria", "Hernandez Rios", "Calle Durango 214", "06700", "Ciudad de Mexico"),
    household("Emiliano", "Castro Vega", "Avenida Juarez 1508", "44160", "Guadalajara"),
    household("Ximena", "Salgado Luna", "Calle Morelos 77", "68000", "Oaxaca"),
    household("Rodrigo", "Treviño Garza", "Avenida Hidalgo 320", "64000", "Monterrey"),
    household("Paola", "Estrada Nava", "Calle 5 de Mayo 12", "72000", "Puebla"),
    household("Hector", "Beltran Ochoa", "Calle Reforma 901", "22000", "Tijuana")
  ],
  BE: [
    household("Wouter", "Claessens", "Kerkstraat 75", "2060", "Antwerpen"),
    household("Elise", "Dumont", "Nieuwstraat 12", "9000", "Gent"),
    household("Bram", "Verhaegen", "Tiensestraat 203", "3000", "Leuven")
  ],
  NZ: [
    household("Aroha", "Tamihana", "14 Rata Street, Island Bay", "6023", "Wellington"),
    household("Callum", "Drummond", "Flat 2, 87 Dominion Road", "1024", "Auckland"),
    household("Sunita", "Prasad", "305 Papanui Road", "8052", "Christchurch")
  ],
  PH: [
    household("Maricel", "Dela Cruz", "128 Maginhawa Street", "1101", "Quezon City"),
    household("Jose Miguel", "Santos", "Unit 1205, 42 Ayala Avenue", "1226", "Makati City"),
    household("Angelica", "Villanueva", "19 Osmeña Boulevard", "6000", "Cebu City")
  ],
  BR: [
    household("Juliana", "Ribeiro da Silva", "Rua dos Pinheiros, 870, Apto 42", "05422-001", "São Paulo, SP"),
    household("Thiago", "Azevedo", "Avenida Afonso Pena, 1500", "30130-005", "Belo Horizonte, MG"),
    household("Marina", "Lacerda", "Rua da Aurora, 325", "50050-000", "Recife, PE")
  ],
  AR: [
    household("Florencia", "Gimenez", "Avenida Corrientes 3247, 4 B", "C1193AAE", "Buenos Aires"),
    household("Gonzalo", "Peralta", "Calle San Martin 1120", "S2000CJX", "Rosario"),
    household("Micaela", "Sosa", "Avenida Velez Sarsfield 655", "X5000JKC", "Córdoba")
  ],
  CL: [
    household("Constanza", "Muñoz Araya", "Los Leones 1380, Depto 504", "7510050", "Providencia"),
    household("Felipe", "Carrasco Soto", "Avenida Libertad 812", "2520000", "Viña del Mar"),
    household("Antonia", "Fuentes Rivas", "Calle Caupolican 655", "4030000", "Concepción")
  ],
  CO: [
    household("Natalia", "Restrepo Gomez", "Carrera 43A # 14-27 Apto 602", "050021", "Medellín"),
    household("Andres", "Quintero Rojas", "Calle 93 # 13-42", "110221", "Bogotá"),
    household("Paula", "Caicedo Mina", "Avenida 6 Norte # 23-61", "760046", "Cali")
  ],
  NG: [
    household("Chidinma", "Eze", "24 Adeola Odeku Street, Victoria Island", "101241", "Lagos"),
    household("Babatunde", "Ogunleye", "7 Ring Road", "200261", "Ibadan"),
    household("Halima", "Danjuma", "Plot 118, Aminu Kano Crescent", "904101", "Abuja")
  ],
  SG: [
    household("Wei Ling", "Tan", "Blk 214 Bishan Street 23 #08-117", "570214", "Singapore"),
    household("Jun Jie", "Lim", "35 Holland Avenue #12-04", "278993", "Singapore"),
    household("Hui Min", "Goh", "9 Jalan Tenteram", "328926", "Singapore")
  ],
  KE: [
    household("Wanjiru", "Kamau", "House 14, Kiambere Road", "00100", "Nairobi"),
    household("Brian", "Otieno", "212 Oginga Odinga Street", "40100", "Kisumu"),
    household("Amina", "Mwakio", "Flat 6, 51 Nyerere Avenue", "80100", "Mombasa")
  ]
} as const satisfies Record<string, ReadonlyArray<Household>>
export type Country = keyof typeof households

export const nameOf = ({ first_name, last_name }: Household): string => `${first_name} ${last_name}`

/** "1015 DT Amsterdam", as most of Europe writes it. */
export const townOf = ({ city, postal_code }: Household): string => `${postal_code} ${city}`
