import { describe, expect, test } from "bun:test"
import { readDate, readDay } from "@vouchkit/core/resources/watchlists/sources/dates"
import fc from "fast-check"

const shown = (text: string, order?: "day_first" | "month_first") => {
  const date = readDate(text, order)
  return date === null ? null : `${date.from}..${date.to} ${date.precision}${date.circa ? " circa" : ""}`
}

describe("dates of the lists", () => {
  test("every spelling of the public lists is read, and what is unknown stays unknown", () => {
    const spellings: ReadonlyArray<readonly [string, string]> = [
      ["1974-04-25", "1974-04-25..1974-04-25 day"],
      ["1974-04", "1974-04-01..1974-04-30 month"],
      ["1974", "1974-01-01..1974-12-31 year"],
      ["2005-11-01T00:00:00", "2005-11-01..2005-11-01 day"],
      ["25 Apr 1974", "1974-04-25..1974-04-25 day"],
      ["Apr 1974", "1974-04-01..1974-04-30 month"],
      ["27-Feb-2026", "2026-02-27..2026-02-27 day"],
      ["28/12/1965", "1965-12-28..1965-12-28 day"],
      ["dd/mm/1962", "1962-01-01..1962-12-31 year"],
      ["00/00/1962", "1962-01-01..1962-12-31 year"],
      ["00/02/1964", "1964-02-01..1964-02-29 month"],
      ["10/00/1983", "1983-01-01..1983-12-31 year"],
      ["circa 1960", "1960-01-01..1960-12-31 year circa"],
      ["circa-1951", "1951-01-01..1951-12-31 year circa"],
      ["Approximately 1960", "1960-01-01..1960-12-31 year circa"],
      ["1960 to 1965", "1960-01-01..1965-12-31 range"],
      ["1960-1965", "1960-01-01..1965-12-31 range"],
      ["circa 1960 to circa 1965", "1960-01-01..1965-12-31 range circa"],
      ["26 Sep 1946 to 07 Dec 1946", "1946-09-26..1946-12-07 range"],
      ["Between 1960 and 1965", "1960-01-01..1965-12-31 range"],
      ["1960s", "1960-01-01..1969-12-31 range circa"],
      ["19740425", "1974-04-25..1974-04-25 day"],
      ["1974/04/25", "1974-04-25..1974-04-25 day"],
      ["1974.4.25", "1974-04-25..1974-04-25 day"],
      ["25-04-1974", "1974-04-25..1974-04-25 day"],
      ["25.04.1974", "1974-04-25..1974-04-25 day"],
      ["25th April 1974", "1974-04-25..1974-04-25 day"],
      ["April 25, 1974", "1974-04-25..1974-04-25 day"],
      ["Apr 25th 1974", "1974-04-25..1974-04-25 day"],
      ["1 Sept. 1974", "1974-09-01..1974-09-01 day"],
      ["c1960", "1960-01-01..1960-12-31 year circa"],
      ["ca 1960", "1960-01-01..1960-12-31 year circa"],
      ["~1960", "1960-01-01..1960-12-31 year circa"]
    ]
    expect(spellings.map(([text]) => [text, shown(text)])).toEqual(spellings.map((one) => [...one]))
    expect(shown("04/22/2020", "month_first")).toBe("2020-04-22..2020-04-22 day")
  })

  test("what is no date is none: nothing is made up", () => {
    const none = ["", "unknown", "31/02/1970", "1970-13-01", "0097-06-30", "12 Foo 1970", "1965 to 1960", "25", "x".repeat(10_000)]
    const otherCalendars = ["1342/05/06", "1342-05-06", "2517-04-25"]
    const nearly = ["Marble 1974", "Ma 1974", "25/04-1974", "1974/04.25", "19741325", "April 31, 1974", "before 1960", "Q2 1974", "74"]
    for (const text of [...none, ...otherCalendars, ...nearly]) expect(readDate(text)).toBeNull()
    expect(readDay("1974")).toBeNull()
    expect(readDay(undefined)).toBeNull()
  })

  test("whatever is read begins no later than it ends, and a day is one day", () => {
    const word = fc.constantFrom("circa", "1960", "to", "-", "Apr", "25", "dd", "/", "00", "31", "12", " ", "between", "and", "2000s")
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const date = readDate(words.join(""))
        if (date === null) return
        expect(date.from <= date.to).toBe(true)
        expect(date.precision === "day" ? date.from : "same").toBe(date.precision === "day" ? date.to : "same")
      })
    )
  })
})
