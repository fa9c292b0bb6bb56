import { createHmac, timingSafeEqual } from "node:crypto"

/** Whether a delivery is genuine. `header` is X-Service-Signature, `body` the raw text of the request before any parsing. */
export const isGenuine = (secret: string, header: string, body: string, nowSeconds = Date.now() / 1000): boolean => {
  const parts = header.split(",")
  const time = parts.find((part) => part.startsWith("t="))?.slice(2) ?? ""
  if (!(Math.abs(nowSeconds - Number(time)) <= 300)) return false
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest()
  return parts.some((part) => {
    const given = Buffer.from(part.startsWith("v1=") ? part.slice(3) : "", "hex")
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
