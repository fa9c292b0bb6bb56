import { describe, expect, test } from "bun:test"
import { parsePostalAddress } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-address"

type Parts = readonly [
  unit: string | null,
  house: string | null,
  street: string | null,
  city: string | null,
  region: string | null,
  code: string | null
]

const parts = (printed: string, country: string | null): Parts => {
  const found = parsePostalAddress(printed.split("|"), country)
  return [found.unit, found.house_number, found.street, found.city, found.region, found.postal_code]
}

describe("the layout of each country", () => {
  const cases: ReadonlyArray<readonly [country: string, printed: string, wanted: Parts]> = [
    ["GB", "Flat 3, 12 High Street, London SW1A 1AA", ["3", "12", "High Street", "London", null, "SW1A 1AA"]],
    ["GB", "221B Baker Street|London|NW1 6XE", [null, "221B", "Baker Street", "London", null, "NW1 6XE"]],
    ["GB", "Rose Cottage|Church Lane|Ludlow|Shropshire|SY8 1AP", [null, "Rose Cottage", "Church Lane", "Ludlow", "Shropshire", "SY8 1AP"]],
    ["IE", "7 Merrion Square|Dublin 2|D02 XK09", [null, "7", "Merrion Square", "Dublin 2", null, "D02 XK09"]],
    ["US", "123 Main St Apt 4B|Springfield, IL 62701-1234", ["4B", "123", "Main St", "Springfield", "IL", "62701-1234"]],
    ["US", "700 NW 12th Ave Miami FL 33136", [null, "700", "NW 12th Ave", "Miami", "FL", "33136"]],
    ["US", "350 Fifth Avenue, New York, New York 10118", [null, "350", "Fifth Avenue", "New York", "New York", "10118"]],
    ["CA", "4-123 Bloor St E|Toronto ON  M4W 1A8", ["4", "123", "Bloor St E", "Toronto", "ON", "M4W 1A8"]],
    ["AU", "Unit 2/15 Smith St|Fitzroy VIC 3065", ["2", "15", "Smith St", "Fitzroy", "VIC", "3065"]],
    ["NZ", "38A Ponsonby Road|Grey Lynn|Auckland 1011", [null, "38A", "Ponsonby Road", "Auckland", null, "1011"]],
    [
      "IN",
      "12, 2nd Floor, Brigade Road|Near City Mall|Bengaluru, Karnataka - 560 001",
      ["2nd Floor", "12", "Brigade Road", "Bengaluru", "Karnataka", "560 001"]
    ],
    ["SG", "Blk 123 Ang Mo Kio Ave 3 #04-56 Singapore 560123", ["04-56", "123", "Ang Mo Kio Ave 3", "Singapore", null, "560123"]],
    ["AE", "Apartment 1204, Al Marsa Street, Dubai", ["1204", null, "Al Marsa Street", "Dubai", null, null]],
    ["ZA", "23 Kloof Street|Gardens|Cape Town|8001", [null, "23", "Kloof Street", "Cape Town", null, "8001"]],
    ["DE", "Goethestr. 8a|D-80336 München", [null, "8a", "Goethestr.", "München", null, "80336"]],
    ["AT", "Mariahilfer Straße 85/2/14|1060 Wien", ["2/14", "85", "Mariahilfer Straße", "Wien", null, "1060"]],
    ["CH", "Rue du Rhône 12|CH-1204 Genève", [null, "12", "Rue du Rhône", "Genève", null, "1204"]],
    ["FR", "12 bis, rue de la République|69002 LYON", [null, "12 bis", "rue de la République", "LYON", null, "69002"]],
    ["BE", "Meir 48 bus 2|2000 Antwerpen", ["2", "48", "Meir", "Antwerpen", null, "2000"]],
    ["NL", "Keizersgracht 123-II|1015 CJ Amsterdam", ["II", "123", "Keizersgracht", "Amsterdam", null, "1015 CJ"]],
    ["ES", "C/ Mayor 5, 3º 2ª|28013 Madrid", ["3º 2ª", "5", "C/ Mayor", "Madrid", null, "28013"]],
    ["PT", "Rua Augusta, 274, 2.º Esq.|1100-053 Lisboa", ["2.º Esq.", "274", "Rua Augusta", "Lisboa", null, "1100-053"]],
    ["IT", "Via Roma 10/A, int. 5|20121 Milano (MI)", ["5", "10/A", "Via Roma", "Milano", "MI", "20121"]],
    ["PL", "ul. Długa 5/7|00-238 Warszawa", ["7", "5", "ul. Długa", "Warszawa", null, "00-238"]],
    ["SE", "Storgatan 12 lgh 1201|114 55 Stockholm", ["1201", "12", "Storgatan", "Stockholm", null, "114 55"]],
    ["NO", "Storgata 3B|0155 Oslo", [null, "3B", "Storgata", "Oslo", null, "0155"]],
    ["DK", "Nørregade 12, 3. tv|1165 København K", ["3. tv", "12", "Nørregade", "København K", null, "1165"]],
    ["FI", "Mannerheimintie 12 B 34|00100 Helsinki", ["34", "12 B", "Mannerheimintie", "Helsinki", null, "00100"]],
    ["CZ", "Dlouhá 123/45|110 00 Praha 1", [null, "123/45", "Dlouhá", "Praha 1", null, "110 00"]],
    ["GR", "Ερμού 15|105 63 Αθήνα", [null, "15", "Ερμού", "Αθήνα", null, "105 63"]],
    ["BR", "Rua Augusta, 1500 - Apto 45|São Paulo - SP|CEP 01304-001", ["45", "1500", "Rua Augusta", "São Paulo", "SP", "01304-001"]],
    ["MX", "Av. Reforma 222, Int. 5|06600 Ciudad de México, CDMX", ["5", "222", "Av. Reforma", "Ciudad de México", "CDMX", "06600"]],
    ["JP", "1-2-3 Shibuya, Tokyo 150-0002", [null, "1-2-3", "Shibuya", "Tokyo", null, "150-0002"]],
    ["JP", "〒150-0002 東京都渋谷区渋谷2丁目21番1号", [null, "2-21-1", "渋谷", "渋谷区", "東京都", "150-0002"]],
    ["RU", "420111, г. Казань, ул. Ленина, д. 5, кв. 12", ["12", "5", "ул. Ленина", "Казань", null, "420111"]]
  ]
  test.each(cases)("%s: %s", (country, printed, wanted) => {
    expect(parts(printed, country)).toEqual(wanted)
  })
})

describe("the country", () => {
  test.each([
    ["Hauptstraße 5|10115 Berlin|Deutschland", "DE"],
    ["Hauptstraße 5, 10115 Berlin, Allemagne", "DE"],
    ["12 High Street|York|England", "GB"],
    ["Kirchgasse 5|8001 Zürich Schweiz", "CH"],
    ["1 Main St|Springfield, IL 62701", "US"],
    ["12 High Street|York YO1 7AA", "GB"],
    ["Damrak 70|1012 LM Amsterdam", "NL"],
    ["5 Smith St, Fitzroy VIC 3065", "AU"],
    ["Lindenstr. 17|D-10969 Berlin", "DE"],
    ["1 Raffles Place, Singapore 048616", "SG"]
  ])("of %s is %s without being told", (printed, wanted) => {
    expect(parsePostalAddress(printed.split("|"), null).country).toBe(wanted)
  })

  test("printed on the address wins over the one given", () => {
    expect(parsePostalAddress(["Kirchgasse 5", "8001 Zürich", "Schweiz"], "DE").country).toBe("CH")
  })

  test("is not guessed from five digits that many countries use", () => {
    expect(parsePostalAddress(["Musterweg 5", "10115 Berlin"], null)).toMatchObject({ country: null, city: "Berlin", postal_code: "10115" })
  })

  test("Georgia is a state in the United States", () => {
    expect(parsePostalAddress(["5 Peach St", "Atlanta, Georgia"], "US")).toMatchObject({
      country: "US",
      city: "Atlanta",
      region: "Georgia"
    })
  })
})

describe("other lines", () => {
  test("people above the address are recipients", () => {
    expect(parsePostalAddress(["Mr John Smith", "12 High Street", "York YO1 7AA"], "GB").recipient_lines).toEqual(["Mr John Smith"])
  })

  test.each(["PO Box 145", "P.O. Box 145", "Postfach 145", "BP 145", "Apartado de Correos 145"])("%s is a post office box", (line) => {
    expect(parsePostalAddress([line, "York"], "GB").po_box).toBe(true)
  })

  test("a street is not a post office box", () => {
    expect(parsePostalAddress(["12 Boxwood Road", "York YO1 7AA"], "GB").po_box).toBe(false)
  })

  test("what no rule understands is kept as it stood", () => {
    expect(parsePostalAddress(["12 High Street", "Ealing", "London W5 2AA"], "GB").unparsed_lines).toEqual(["Ealing"])
  })

  test("nothing in, nothing out", () => {
    expect(parsePostalAddress([], null)).toEqual({
      recipient_lines: [],
      unit: null,
      house_number: null,
      street: null,
      city: null,
      region: null,
      postal_code: null,
      country: null,
      po_box: false,
      unparsed_lines: [],
      as_written: ""
    })
  })

  test("the 20th line is read and the 21st is not", () => {
    const padding = (count: number): Array<string> => Array.from({ length: count }, () => " ")
    expect(parsePostalAddress([...padding(19), "York YO1 7AA"], "GB").postal_code).toBe("YO1 7AA")
    expect(parsePostalAddress([...padding(20), "York YO1 7AA"], "GB").postal_code).toBeNull()
  })
})
