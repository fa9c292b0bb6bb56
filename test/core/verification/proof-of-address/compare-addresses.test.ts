import { describe, expect, test } from "bun:test"
import { addressWeights, compareAddresses } from "@vouchkit/core/verification/proof-of-address/compare/addresses/address"
import { crossReference } from "@vouchkit/core/verification/proof-of-address/compare/cross-reference"
import { parsePostalAddress } from "@vouchkit/core/verification/proof-of-address/compare/addresses/postal-address"
import type { PostalAddress } from "@vouchkit/core/verification/proof-of-address/types"

const anAddress = (overrides: Partial<PostalAddress> = {}): PostalAddress => ({
  recipient_lines: [],
  unit: null,
  house_number: "12",
  street: "High Street",
  city: "York",
  region: null,
  postal_code: "YO1 7AA",
  country: "GB",
  po_box: false,
  unparsed_lines: [],
  ...overrides
})

describe("the score", () => {
  test("weights of the parts add up to 1 and the unit weighs nothing", () => {
    const sum = Object.values(addressWeights).reduce<number>((total, weight) => total + weight, 0)
    expect(sum).toBeCloseTo(1)
    expect(addressWeights.unit).toBe(0)
  })

  test("is renormalized over the parts of both sides", () => {
    const found = compareAddresses(anAddress({ postal_code: null }), anAddress({ city: "Leeds" }))
    expect(found.score).toBeCloseTo((0.25 + 0.15 + 0.05) / (0.25 + 0.2 + 0.15 + 0.05), 3)
    expect(found.partial_reasons).toEqual(["missing_postal_code"])
  })

  test("another house number caps it at 0.60", () => {
    const found = compareAddresses(anAddress({ house_number: "14" }), anAddress())
    expect(found).toMatchObject({ score: 0.6, house_number_conflict: true })
  })

  test("another country makes it 0", () => {
    expect(compareAddresses(anAddress({ country: "IE" }), anAddress())).toMatchObject({ score: 0, country_conflict: true })
  })

  test("a territory does not conflict with its state", () => {
    expect(compareAddresses(anAddress({ country: "PR" }), anAddress({ country: "US" })).country_conflict).toBe(false)
  })

  test("another flat of the house never passes, and one that a side leaves out costs nothing", () => {
    const other = compareAddresses(anAddress({ unit: "1" }), anAddress({ unit: "2" }))
    expect(other).toMatchObject({ score: 0.8, doubtful: true, component_scores: { unit: 0 } })
    for (const unit of [null, "Flat 1", "Floor 3, Flat 1"]) {
      expect(compareAddresses(anAddress({ unit: "1" }), anAddress({ unit }))).toMatchObject({ score: 1, doubtful: false })
    }
  })

  test("a house number that one side lacks, or a street found only among unparsed lines, never passes in either direction", () => {
    const pairs = [
      [anAddress({ house_number: null }), anAddress()],
      [anAddress({ street: null }), anAddress()],
      [anAddress({ street: "Church Lane", unparsed_lines: [anAddress().street ?? ""] }), anAddress()]
    ] as const
    for (const [one, other] of pairs) {
      for (const found of [compareAddresses(one, other), compareAddresses(other, one)]) {
        expect([found.doubtful, (found.score ?? 0) <= 0.8]).toEqual([true, true])
      }
    }
  })

  test("asks a person about a street in letters that no rule reads against its Latin spelling, where code and house agree", () => {
    for (const [country, own, latin] of [
      ["SA", "شارع الملك فهد 12|الرياض 11564", "12 King Fahd Street|Riyadh 11564"],
      ["IL", "רחוב הרצל 10|תל אביב 6688312", "10 Herzl Street|Tel Aviv 6688312"],
      ["TH", "123 ถนนสุขุมวิท|กรุงเทพมหานคร 10110", "123 Sukhumvit Road|Bangkok 10110"],
      ["JP", "〒150-0001|東京都渋谷区神宮前1-2-3", "1-2-3 Jingumae|Shibuya-ku|Tokyo 150-0001"],
      ["KR", "서울특별시 강남구 테헤란로 123|06133", "123 Teheran-ro|Gangnam-gu|Seoul 06133"],
      ["CN", "北京市朝阳区建国路88号|100022", "88 Jianguo Road|Chaoyang District|Beijing 100022"]
    ] as const) {
      const [found, reference] = [own, latin].map((text) => parsePostalAddress(text.split("|"), country))
      if (found === undefined || reference === undefined) throw new Error("unreachable")
      for (const compared of [compareAddresses(found, reference), compareAddresses(reference, found)])
        expect([country, compared.score, compared.doubtful]).toEqual([country, 0.8, true])
    }
    const elsewhere = parsePostalAddress(["14 King Fahd Street", "Jeddah 21411"], "SA")
    expect(compareAddresses(parsePostalAddress(["شارع الملك فهد 12", "الرياض 11564"], "SA"), elsewhere).score).toBeLessThan(0.65)
    // What rules read is still told apart.
    const [gandhi, nehru] = ["118/2 Gandhi Nagar", "118/2 Nehru Marg"].map((street) => parsePostalAddress([street, "Kanpur 208001"], "IN"))
    const hindi = parsePostalAddress(["118/2 गांधी नगर", "कानपुर 208001"], "IN")
    expect([gandhi, nehru].map((one) => (one === undefined ? null : (compareAddresses(hindi, one).score ?? 0) >= 0.85))).toEqual([
      true,
      false
    ])
  })

  test("asks a person about another door or district that is told by a word, a side or a number that no rule reads", () => {
    for (const [country, one, other] of [
      ["GB", "Top Floor Flat|45 Mill Lane|Leeds|LS6 2AB", "Basement Flat|45 Mill Lane|Leeds|LS6 2AB"],
      ["ES", "Calle Real 12, 3º izda|41001 Sevilla", "Calle Real 12, 3º dcha|41001 Sevilla"],
      ["MY", "A-12-3 Menara Indah|Jalan Ampang|50450 Kuala Lumpur", "A-13-3 Menara Indah|Jalan Ampang|50450 Kuala Lumpur"],
      ["IE", "12 Main Street|Dublin 4", "12 Main Street|Dublin 14"]
    ] as const) {
      const [a, b] = [one, other].map((text) => parsePostalAddress(text.split("|"), country))
      if (a === undefined || b === undefined) throw new Error("unreachable")
      for (const { doubtful, score } of [compareAddresses(a, b), compareAddresses(b, a)])
        expect([country, doubtful || (score ?? 0) < 0.85]).toEqual([country, true])
    }
    for (const [country, one, other] of [
      ["ES", "Calle Real 12, 3º izda|41001 Sevilla", "Calle Real 12, 3º izquierda|41001 Sevilla"],
      ["IE", "12 Main Street|Dublin 4", "12 Main St|Dublin 4"],
      ["GB", "Basement Flat|45 Mill Lane|Leeds|LS6 2AB", "45 Mill Lane|Leeds|LS6 2AB"],
      ["GB", "Flat 12|Rowan Court|45 Mill Lane|Leeds|LS6 2AB", "12 Rowan Court, 45 Mill Lane|Leeds|LS6 2AB"]
    ] as const) {
      const found = compareAddresses(parsePostalAddress(one.split("|"), country), parsePostalAddress(other.split("|"), country))
      expect([country, found.doubtful, (found.score ?? 0) >= 0.85]).toEqual([country, false, true])
    }
  })

  test("is null when only the country can be compared", () => {
    const empty = anAddress({ house_number: null, street: null, city: null, postal_code: null })
    expect(compareAddresses(empty, anAddress()).score).toBeNull()
  })

  test("a city alone never passes", () => {
    const thin = anAddress({ house_number: null, street: null, postal_code: null })
    const found = compareAddresses(anAddress(), thin)
    expect(found.score).toBeLessThan(0.85)
    expect(found.partial_reasons).toContain("reference_incomplete")
  })

  test("an address against itself is whole", () => {
    expect(compareAddresses(anAddress(), anAddress())).toMatchObject({ score: 1, partial: false, partial_reasons: [] })
  })
})

describe("parts", () => {
  const part = (name: keyof typeof addressWeights, a: Partial<PostalAddress>, b: Partial<PostalAddress>): number | null =>
    compareAddresses(anAddress(a), anAddress(b)).component_scores[name]

  test.each([
    ["12a", "12 A", 1],
    ["12-14", "12", 1],
    ["12–14", "14", 1],
    ["12-14", "16", 0],
    ["123/45", "45", 1],
    ["012", "12", 1],
    ["No. 12", "12", 1],
    ["12 bis", "12bis", 1],
    ["221B", "221", 0],
    ["12", "21", 0],
    ["Rose Cottage", "12", null],
    ["Rose Cottage", "Ivy Cottage", 0],
    ["The Old Mill", "Old Mill", 1]
  ])("house numbers %s and %s score %p", (a, b, wanted) => {
    expect(part("house_number", { house_number: a }, { house_number: b })).toBe(wanted)
  })

  test.each([
    ["GB", "YO1 7AA", "yo17aa", 1],
    ["GB", "YO1", "YO1 7AA", 0.6],
    ["GB", "YO1 7AB", "YO1 7AA", 0],
    ["US", "62701", "62701-1234", 1],
    ["US", "62701", "62702", 0],
    ["NL", "1012 LM", "1012LM", 1],
    ["IN", "400 001", "400001", 1]
  ])("postal codes of %s, %s and %s, score %p", (country, a, b, wanted) => {
    expect(part("postal_code", { postal_code: a, country }, { postal_code: b, country })).toBe(wanted)
  })

  test.each([
    ["St Mary's Rd", "Saint Marys Road"],
    ["Lindenstr.", "Lindenstraße"],
    ["Linden Straße", "Lindenstrasse"],
    ["C/ Mayor", "Calle Mayor"],
    ["R. Augusta", "Rua Augusta"],
    ["ul. Długa", "Ulica Dluga"],
    ["bd Voltaire", "Boulevard Voltaire"],
    ["C.so Italia", "Corso Italia"],
    ["Storgt.", "Storgata"],
    ["5th Ave", "Fifth Avenue"],
    ["N Lincoln Blvd", "North Lincoln Boulevard"],
    ["M G Road", "MG Rd"],
    ["Λεωφ. Συγγρού", "Leof. Syngrou"]
  ])("streets %s and %s are one", (a, b) => {
    expect(part("street", { street: a }, { street: b })).toBe(1)
  })

  test.each([
    ["High Street", "High Road"],
    ["5th Avenue", "6th Avenue"],
    ["Oak Street", "Elm Street"],
    ["Rue Victor Hugo", "Rue Victor Noir"],
    ["N Lincoln Blvd", "S Lincoln Blvd"],
    ["Ang Mo Kio Ave 3", "Ang Mo Kio Ave 4"]
  ])("streets %s and %s are two", (a, b) => {
    expect(part("street", { street: a }, { street: b })).toBeLessThan(0.4)
  })

  test.each([
    ["München", "Munich"],
    ["Köln", "Cologne"],
    ["Wien", "Vienna"],
    ["Bengaluru", "Bangalore"],
    ["Αθήνα", "Athens"],
    ["Москва", "Moscow"],
    ["Düsseldorf", "Duesseldorf"],
    ["København V", "Copenhagen V"]
  ])("%s and %s are one city", (a, b) => {
    expect(part("city", { city: a }, { city: b })).toBe(1)
  })

  test("cities of one name in two states are two", () => {
    const illinois = { city: "Springfield", region: "IL", postal_code: "62701", country: "US" }
    expect(part("city", illinois, { ...illinois, region: "Massachusetts", postal_code: "01103" })).toBe(0)
  })

  test("a region's code and its name are one", () => {
    expect(part("region", { region: "IL", country: "US" }, { region: "Illinois", country: "US" })).toBe(1)
  })

  test("a house number inside the reference's street line is read", () => {
    expect(part("house_number", {}, { house_number: null, street: "12 High Street" })).toBe(1)
  })
})

describe("cross reference", () => {
  const name = { first_name: "John", last_name: "Smith" }

  test("puts both scores together", () => {
    const found = crossReference({ holders: ["J Smith"], address: anAddress(), reference_name: name, reference_address: anAddress() })
    expect(found).toMatchObject({ name_score: 0.925, address_score: 1, joint_holder: false, partial: false })
  })

  test("scores are null without a reference, and the reason is told", () => {
    const found = crossReference({ holders: ["J Smith"], address: anAddress(), reference_name: null, reference_address: null })
    expect(found).toMatchObject({ name_score: null, address_score: null, partial: true, partial_reasons: ["no_reference_address"] })
  })

  test("scores are null when the document shows neither name nor address", () => {
    const found = crossReference({ holders: [], address: null, reference_name: name, reference_address: anAddress() })
    expect(found).toMatchObject({ name_score: null, address_score: null, partial: false })
  })

  test("two holders are told without a reference name", () => {
    const found = crossReference({ holders: ["John Smith and Mary Jones"], address: null, reference_name: null, reference_address: null })
    expect(found.joint_holder).toBe(true)
  })

  test("an address in another script is marked", () => {
    const greek = parsePostalAddress(["Ερμού 15", "105 63 Αθήνα"], "GR")
    const latin = parsePostalAddress(["Ermou 15", "10563 Athens"], "GR")
    expect(compareAddresses(greek, latin)).toMatchObject({ score: 1, partial: true, partial_reasons: ["transliterated"] })
  })
})

describe("what an address must show to pass", () => {
  test("a town and its postal code agree with thousands of homes and cannot pass", () => {
    const town = anAddress({ street: null, house_number: null, region: "North Yorkshire" })
    expect(compareAddresses(town, anAddress({ region: "North Yorkshire" })).score).toBe(0.8)
  })

  test("two named houses of one lane are two houses", () => {
    const forge = anAddress({ house_number: "The Old Forge", street: "Church Lane" })
    expect(compareAddresses(forge, anAddress({ house_number: "Rose Cottage", street: "Church Lane" })).score).toBe(0.6)
    expect(compareAddresses(forge, anAddress({ house_number: "Old Forge", street: "Church Ln" })).score).toBeGreaterThan(0.9)
  })

  test("letters that a recognizer of English does not know are forgiven, other streets are not", () => {
    const street = (name: string) =>
      anAddress({ street: name, house_number: "17a", city: "Gütersloh", postal_code: "33332", country: "DE" })
    for (const misread of ["Briickenstralle", "BriickenstraBe", "Bruckenstrafe"])
      expect(compareAddresses(street(misread), street("Brückenstraße")).score).toBeGreaterThan(0.9)
    expect(compareAddresses(street("Birkenstraße"), street("Brückenstraße")).score).toBeLessThan(0.85)
  })
})
