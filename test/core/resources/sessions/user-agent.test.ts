import { expect, test } from "bun:test"
import { readUserAgent } from "@vouchkit/core/resources/sessions/user-agent"
import fc from "fast-check"

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"
const examples = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, "Windows", "Chrome 130"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, "Windows", "Edge 130"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/129.0.0.0 Safari/537.36 OPR/115.0.0.0`, "macOS", "Opera 115"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0", "macOS", "Firefox 131"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
    "iOS 17",
    "Safari 17"
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0.6723.37 Mobile/15E148 Safari/604.1",
    "iPadOS 16",
    "Chrome 130"
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    "Android 14",
    "Samsung Internet 26"
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/130.0.0.0 Safari/537.36`, "ChromeOS", "Chrome 130"],
  ["okhttp/4.12.0", null, null],
  ["", null, null]
] as const

test("the system and the browser are read from what browsers send", () => {
  for (const [text, os, browser] of examples) expect(readUserAgent(text)).toEqual({ os, browser })
})

test("any text is read without failing, and answers with short names", () => {
  const token = fc.constantFrom("Chrome/", "Version/", "Safari/", "Android ", "iPhone OS ", "9".repeat(600), "/")
  fc.assert(
    fc.property(fc.array(fc.oneof(token, fc.string()), { maxLength: 40 }), (parts) => {
      const { browser, os } = readUserAgent(parts.join(""))
      for (const name of [browser, os]) expect((name ?? "").length).toBeLessThanOrEqual(30)
    })
  )
})
