/** A home as its country prints it: `{n}` is the house number and `{u}` the flat with what announces it. */
interface Layout {
  readonly country: string
  readonly unit: string
  readonly lines: ReadonlyArray<string>
  readonly streets: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
}

export interface AddressPair {
  readonly country: string
  readonly found: ReadonlyArray<string>
  readonly reference: ReadonlyArray<string>
  readonly same: boolean
  readonly rule: string
}

const layouts: ReadonlyArray<Layout> = [
  {
    country: "GB",
    unit: "Flat",
    lines: ["{u}", "{n} {s}", "{p}"],
    streets: ["Ashdown Road", "Kestrel Way", "Old Mill Lane", "Tennyson Avenue"],
    places: ["Leicester LE2 3BD", "Norwich NR4 7TJ"]
  },
  {
    country: "US",
    unit: "Apt",
    lines: ["{n} {s} {u}", "{p}"],
    streets: ["Juniper Street", "Lakeview Drive", "Cedar Avenue", "Willow Lane"],
    places: ["Denver, CO 80206", "Tampa, FL 33606"]
  },
  {
    country: "AU",
    unit: "Unit",
    lines: ["{u}", "{n} {s}", "{p}"],
    streets: ["Banksia Street", "Wattle Road", "Harbour Parade", "Kookaburra Drive"],
    places: ["Newtown NSW 2042", "Carlton VIC 3053"]
  },
  {
    country: "IN",
    unit: "Flat No",
    lines: ["{u}", "H. No. {n}, {s}", "{p}"],
    streets: ["Gandhi Nagar", "Station Road", "Nehru Marg", "Temple Street"],
    places: ["Hyderabad 500080", "Pune 411001"]
  },
  {
    country: "DE",
    unit: "Wohnung",
    lines: ["{s} {n}", "{u}", "{p}"],
    streets: ["Lindenstraße", "Goetheweg", "Straße des 17. Juni", "Marktplatz"],
    places: ["10969 Berlin", "04109 Leipzig"]
  },
  {
    country: "FR",
    unit: "Appartement",
    lines: ["{u}", "{n} {s}", "{p}"],
    streets: ["rue des Lilas", "avenue Jean Jaurès", "rue du 8 Mai 1945", "boulevard Voltaire"],
    places: ["69003 Lyon", "31000 Toulouse"]
  },
  {
    country: "ES",
    unit: "Piso",
    lines: ["{s} {n}", "{u}", "{p}"],
    streets: ["Calle Serrano", "Calle de Alcalá", "Avenida Diagonal", "Paseo del Prado"],
    places: ["28001 Madrid", "46002 Valencia"]
  },
  {
    country: "IT",
    unit: "Interno",
    lines: ["{s} {n}", "{u}", "{p}"],
    streets: ["Via Garibaldi", "Corso Umberto", "Viale Europa", "Piazza Dante"],
    places: ["40124 Bologna BO", "10121 Torino TO"]
  },
  {
    country: "NL",
    unit: "Appartement",
    lines: ["{s} {n}", "{u}", "{p}"],
    streets: ["Keizersgracht", "Molenstraat", "Parkweg", "Dorpsplein"],
    places: ["1015 CJ Amsterdam", "3511 LX Utrecht"]
  },
  {
    country: "PL",
    unit: "m.",
    lines: ["ul. {s} {n} {u}", "{p}"],
    streets: ["Długa", "Mickiewicza", "3 Maja", "Kościuszki"],
    places: ["00-238 Warszawa", "31-147 Kraków"]
  },
  {
    country: "TR",
    unit: "Daire",
    lines: ["{s} No: {n} {u}", "{p}"],
    streets: ["Atatürk Caddesi", "Gül Sokak", "İnönü Caddesi", "Çınar Sokak"],
    places: ["34710 İstanbul", "06420 Ankara"]
  },
  { country: "SG", unit: "#05-", lines: ["{n} {s} {u}", "{p}"], streets: ["Bedok North Avenue", "Clementi Road", "Orchard Boulevard", "Jurong West Street"], places: ["Singapore 460012", "Singapore 129834"] } // biome-ignore format: a table
]

interface Home {
  readonly street: string
  readonly place: string
  readonly number: number | null
  readonly unit: number | null
}

const printed = ({ lines, unit }: Layout, home: Home): ReadonlyArray<string> => {
  const flat = home.unit === null ? "" : unit.endsWith("-") ? `${unit}${home.unit}` : `${unit} ${home.unit}`
  return lines
    .map((line) =>
      line
        .replace("{s}", home.street)
        .replace("{p}", home.place)
        .replace(/(?:H\. No\. |No: )?\{n\}/, (mark) => (home.number === null ? "" : mark.replace("{n}", String(home.number))))
        .replace("{u}", flat)
        .replace(/\s+/g, " ")
        .replace(/^[\s,]+|[\s,]+$/g, "")
    )
    .filter((line) => line !== "")
}

/** Ways to print one home, and homes that come near it. Every second street is held out. */
export const addressPairs = (half: "adjusted" | "held out"): ReadonlyArray<AddressPair> =>
  layouts.flatMap((layout) =>
    layout.places.flatMap((place, town) =>
      layout.streets.flatMap((street, number): ReadonlyArray<AddressPair> => {
        if ((number % 2 === 0) !== (half === "adjusted")) return []
        const home: Home = { street, place, number: 14 + 3 * number, unit: 4 + number }
        const own = printed(layout, home)
        const otherStreet = layout.streets[(number + 1) % layout.streets.length] ?? ""
        const otherPlace = layout.places[(town + 1) % layout.places.length] ?? ""
        const pair = (found: ReadonlyArray<string>, rule: string, same: boolean, reference = own): AddressPair => ({
          country: layout.country,
          found,
          reference,
          same,
          rule
        })
        const near = (change: Partial<Home>, rule: string): AddressPair => pair(printed(layout, { ...home, ...change }), rule, false)
        return [
          pair([own.join(", ")], "one line with commas", true),
          pair([own.join(" ")], "one line without commas", true),
          pair(
            own.map((line) => line.toUpperCase()),
            "capitals",
            true
          ),
          pair(
            own.map((line) => line.normalize("NFD").replace(/\p{M}/gu, "")),
            "without marks",
            true
          ),
          pair(["c/o A. Example", ...own], "care of", true),
          pair(printed(layout, { ...home, unit: null }), "flat left out", true),
          pair([...own, layout.country], "country code behind", true),
          near({ number: (home.number ?? 0) + 2 }, "other house"),
          near({ unit: (home.unit ?? 0) + 1 }, "other flat"),
          near({ number: null }, "house left out"),
          near({ street: otherStreet }, "other street"),
          near({ place: otherPlace }, "other town"),
          near({ street: otherStreet, number: 90, unit: 9 }, "other street and house")
        ]
      })
    )
  )
