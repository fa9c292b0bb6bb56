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

/** Three households of each country; layouts of one country share them. */
export const households = {
  GB: [
    household("Eleanor", "Whitcombe", "27 Harcourt Terrace", "BS6 5QD", "Bristol"),
    household("Tunde", "Adeyemi", "Flat 4, 113 Mossfield Road", "M21 8WP", "Manchester"),
    household("Graham", "Pettigrew", "8 Larch Close", "EH10 4RT", "Edinburgh")
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
  BE: [
    household("Wouter", "Claessens", "Kerkstraat 75", "2060", "Antwerpen"),
    household("Elise", "Dumont", "Nieuwstraat 12", "9000", "Gent"),
    household("Bram", "Verhaegen", "Tiensestraat 203", "3000", "Leuven")
  ]
} as const satisfies Record<string, ReadonlyArray<Household>>
export type Country = keyof typeof households

export const nameOf = ({ first_name, last_name }: Household): string => `${first_name} ${last_name}`
