import { describe, expect, test } from "bun:test"
import { judgeAddress } from "@vouchkit/core/resources/webhooks/targets/address"
import * as fc from "fast-check"

describe("a global unicast address is public", () => {
  const addresses =
    "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.15 2606:4700:4700::1111 2a00:1450:4001:800::200e 2001:4860:4860::8888 2003::1 2400::1 3ffe::1"
  for (const address of addresses.split(" ")) test(address, () => expect(judgeAddress(address)).toEqual({ public: true }))
})

describe("an address of a special-purpose range is refused by the name of its range", () => {
  const ranges: ReadonlyArray<readonly [string, string]> = [
    ["0.0.0.0", "unspecified"],
    ["0.255.255.255", "unspecified"],
    ["10.0.0.0", "private"],
    ["10.255.255.255", "private"],
    ["100.64.0.0", "carrierGradeNat"],
    ["100.127.255.255", "carrierGradeNat"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.255", "loopback"],
    ["169.254.169.254", "linkLocal"],
    ["172.16.0.0", "private"],
    ["172.31.255.255", "private"],
    ["192.0.0.192", "reserved"],
    ["192.0.2.1", "reserved"],
    ["192.88.99.1", "reserved"],
    ["192.168.255.255", "private"],
    ["198.18.0.0", "reserved"],
    ["198.19.255.255", "reserved"],
    ["198.51.100.7", "reserved"],
    ["203.0.113.7", "reserved"],
    ["224.0.0.1", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["168.63.129.16", "platform"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::7f00:1", "reserved"],
    ["::ffff:127.0.0.1", "ipv4Mapped"],
    ["::ffff:808:808", "ipv4Mapped"],
    ["::ffff:0:7f00:1", "rfc6145"],
    ["64:ff9b::7f00:1", "rfc6052"],
    ["64:ff9b:1::1", "rfc6052"],
    ["100::1", "discard"],
    ["2001::1", "teredo"],
    ["2001:db8::1", "reserved"],
    ["2002:7f00:1::", "6to4"],
    ["3fff::1", "reserved"],
    ["4000::1", "reserved"],
    ["5f00::1", "segmentRouting"],
    ["fc00::1", "uniqueLocal"],
    ["fd00:ec2::254", "uniqueLocal"],
    ["fe80::1", "linkLocal"],
    ["febf:ffff::1", "linkLocal"],
    ["fec0::1", "deprecatedSiteLocal"],
    ["ff02::1", "multicast"],
    ["2a00:1450::5efe:7f00:1", "isatap"],
    ["2a00:1450::200:5efe:a00:1", "isatap"],
    ["2606:4700::1%eth0", "zone"],
    ["fe80::1%1", "linkLocal"]
  ]
  for (const [address, range] of ranges) {
    test(address, () => {
      const judged = judgeAddress(address)
      expect(judged.public).toBe(false)
      // With a zone, the zone is reason enough whatever the range.
      if (!judged.public) expect([range, "zone"]).toContain(judged.range)
    })
  }
})

test.each([
  "",
  "localhost",
  "1.2.3",
  "0x7f.0.0.1",
  "010.8.8.8",
  "2130706433",
  "[::1]",
  "8.8.8.8:80",
  " 8.8.8.8",
  "8.8.8.8/8",
  "a".repeat(100_000)
])("what is not an address in its canonical spelling is refused", (text) =>
  expect(judgeAddress(text)).toEqual({ public: false, range: "notAnAddress" })
)

/** The registry of IPv4 special-purpose addresses once more, as plain arithmetic. */
const special: ReadonlyArray<readonly [number, number, number, number, number]> = [
  [0, 0, 0, 0, 8],
  [10, 0, 0, 0, 8],
  [100, 64, 0, 0, 10],
  [127, 0, 0, 0, 8],
  [169, 254, 0, 0, 16],
  [172, 16, 0, 0, 12],
  [192, 0, 0, 0, 24],
  [192, 0, 2, 0, 24],
  [192, 31, 196, 0, 24],
  [192, 52, 193, 0, 24],
  [192, 88, 99, 0, 24],
  [192, 168, 0, 0, 16],
  [192, 175, 48, 0, 24],
  [198, 18, 0, 0, 15],
  [198, 51, 100, 0, 24],
  [203, 0, 113, 0, 24],
  [224, 0, 0, 0, 3],
  [168, 63, 129, 16, 32]
]
const numberOf = (a: number, b: number, c: number, d: number): number => ((a * 256 + b) * 256 + c) * 256 + d

test("every IPv4 address is judged as the registry says", () => {
  const near = fc
    .tuple(fc.constantFrom(...special), fc.integer({ min: -2, max: 2 }), fc.boolean())
    .map(([[a, b, c, d, bits], off, end]) => {
      const edge = numberOf(a, b, c, d) + (end ? 2 ** (32 - bits) : 0) + off
      return Math.min(Math.max(edge, 0), 2 ** 32 - 1)
    })
  fc.assert(
    fc.property(fc.oneof(near, fc.nat(2 ** 32 - 1)), (value) => {
      const inside = special.some(([a, b, c, d, bits]) => {
        const start = numberOf(a, b, c, d)
        return value >= start && value < start + 2 ** (32 - bits)
      })
      const address = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".")
      expect(judgeAddress(address).public).toBe(!inside)
    }),
    { numRuns: 2_000 }
  )
})

test("no IPv6 address outside 2000::/3 is public", () => {
  const group = fc.nat(0xffff)
  fc.assert(
    fc.property(fc.tuple(group, group, group, group, group, group, group, group), (groups) => {
      const judged = judgeAddress(groups.map((part) => part.toString(16)).join(":"))
      if (groups[0] < 0x2000 || groups[0] > 0x3fff) expect(judged.public).toBe(false)
    }),
    { numRuns: 1_000 }
  )
})
