import { expect, test } from "bun:test"
import { EntryType } from "@vouchkit/core/resources/lists/kinds"
import { masked } from "@vouchkit/core/resources/lists/mask"
import fc from "fast-check"

test("what is shown of a value tells few of its characters, whatever the value", () => {
  const type = fc.constantFrom(...EntryType.literals.filter((one) => one !== "country" && one !== "ip_address" && one !== "name"))
  fc.assert(
    fc.property(type, fc.stringMatching(/^[b-z][0-9]{1,60}$/), (entry, value) => {
      const shown = masked({ type: entry, mode: "normalized", value }).replaceAll("*", "")
      expect(shown.length).toBeLessThanOrEqual(Math.max(0, Math.floor(value.length / 3)))
    })
  )
})

test("masks keep their bounds and are text that a database holds", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...EntryType.literals),
      fc.constantFrom("normalized", "domain", "cidr"),
      fc.string({ unit: "binary", maxLength: 600 }),
      (type, mode, value) => {
        const shown = masked({ type, mode, value })
        expect([...shown].length).toBeLessThanOrEqual(255)
        expect(shown.isWellFormed()).toBe(true)
      }
    )
  )
})

test("names are shown as initials, mailboxes and networks by their outlines", () => {
  const shown = (type: EntryType, value: string) => masked({ type, mode: "normalized", value })
  expect(shown("name", "María José García López-Ruiz")).toBe("M. J. G. L.")
  expect(shown("email", "a.person@mail.example.com")).toBe("a***@m***.com")
  expect(shown("ip_address", "203.0.113.7")).toBe("203.0.*.*")
  expect(shown("ip_address", "2001:db8:1::7")).toBe("2001:db8:*")
  expect(masked({ type: "ip_address", mode: "cidr", value: "203.0.113.7/32" })).toBe("203.0.*.*/32")
  expect(shown("bank_account", "GB33BUKB20201555555555")).toBe("***5555")
  expect(shown("string", "secret")).toBe("***et")
  expect(shown("string", "pin 1")).toBe("***")
  expect(masked({ type: "email", mode: "domain", value: "example.com" })).toBe("example.com")
  expect(shown("country", "fr")).toBe("fr")
})
