import { describe, expect, test } from "bun:test"
import { parseListSources } from "@vouchkit/core/resources/watchlists/fetching/list-source"
import { nextFetchMs, refreshMs } from "@vouchkit/core/resources/watchlists/fetching/fetch-schedule"
import { Redacted, Result } from "effect"
import fc from "fast-check"

const read = (value: unknown) => parseListSources(JSON.stringify(value))
const shown = (value: unknown) =>
  Result.getOrThrow(read(value)).map(({ format, key, urls }) => [key, format.name, urls.map(Redacted.value)])
const problem = (value: unknown): string => {
  const result = read(value)
  return Result.isFailure(result) ? result.failure : "none"
}

describe("the addresses of lists", () => {
  test("a list of one format needs no more than its URL, any other says how it is read", () => {
    expect(shown({ un_consolidated: "https://lists.example.org/un.xml" })).toEqual([
      ["un_consolidated", "un_xml", ["https://lists.example.org/un.xml"]]
    ])
    const urls = ["SDN.CSV", "ALT.CSV", "ADD.CSV"].map((name) => `https://lists.example.org/${name}`)
    expect(shown({ ofac_sdn: { format: "ofac_csv", urls } })).toEqual([["ofac_sdn", "ofac_csv", urls]])
    expect(problem({ ofac_sdn: urls[0] })).toContain("must name the format of ofac_sdn")
    expect(problem({ made_up: "https://lists.example.org/x" })).toContain("must name the format of made_up")
  })

  test("what cannot be fetched is refused: samples, lists of organizations, deltas, several files of a list that is one", () => {
    const url = "https://lists.example.org/x"
    expect(problem({ sample: url })).toContain("none of them sample")
    expect(problem({ own: { format: "customer_csv", url } })).toContain("through the API")
    expect(problem({ opensanctions: { format: "opensanctions_delta", url } })).toContain("import deltas by hand")
    expect(problem({ eu_fsf: { format: "eu_xml", urls: [url, url] } })).toContain("one URL")
    expect(problem({ eu_fsf: { format: "eu_xml", url, urls: [url] } })).toContain("1 to 8 URLs")
    expect(problem({ eu_fsf: { format: "eu_xml", url, secret: 1 } })).toContain("an object with")
    expect(problem(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`l${at}`, { format: "un_xml", url }])))).toContain(
      "at most 50"
    )
  })

  test("whatever is written, the answer is lists or a problem, and no problem repeats an address", () => {
    const secret = "https://lists.example.org/x?token=fghj4567"
    const value = fc.oneof(
      fc.constant(secret),
      fc.object(),
      fc.record({ format: fc.string(), url: fc.constant(secret), urls: fc.anything() })
    )
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom("eu_fsf", "ofac_sdn"), fc.string()), value), (sources) => {
        const result = read(sources)
        if (Result.isFailure(result)) expect(result.failure).not.toContain("fghj4567")
        else for (const { urls } of result.success) expect(String(urls)).not.toContain("fghj4567")
      })
    )
    expect(Result.isFailure(parseListSources("{not json"))).toBe(true)
  })
})

test("a refresh comes within twelve hours, and after failures ever later, never later than a refresh", () => {
  fc.assert(
    fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
      const wait = nextFetchMs(failures, chance)
      expect(wait).toBeLessThanOrEqual(refreshMs)
      expect(wait).toBeGreaterThanOrEqual(failures === 0 ? refreshMs - 3_600_000 : 270_000)
      if (failures > 0) expect(nextFetchMs(failures + 1, 0)).toBeGreaterThanOrEqual(nextFetchMs(failures, 0))
    })
  )
})
