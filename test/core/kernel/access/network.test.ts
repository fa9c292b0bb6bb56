import { describe, expect, test } from "bun:test"
import {
  allows,
  callerAddress,
  compileNetworks,
  contains,
  IpAllowlist,
  isAsStrict,
  networkLimits,
  normalizeAddress,
  parseNetwork,
  vicinityOf
} from "@vouchkit/core/kernel/access/network"
import { Result, Schema, SchemaIssue } from "effect"
import fc from "fast-check"

const octet = fc.integer({ min: 0, max: 255 })
const v4 = fc.tuple(octet, octet, octet, octet)
const dotted = (parts: ReadonlyArray<number>) => parts.join(".")
const v6 = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }).filter(
  // Ranges that stand for IPv4 are tested by name.
  (groups) => groups[0] !== 0
)
const hex = (groups: ReadonlyArray<number>) => groups.map((group) => group.toString(16)).join(":")
const bigOf = (parts: ReadonlyArray<number>, width: bigint) => parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n)

describe("ranges", () => {
  test("an IPv4 range holds exactly the addresses that share its leading bits", () => {
    fc.assert(
      fc.property(v4, v4, fc.integer({ min: 0, max: 32 }), (base, address, bits) => {
        const shift = BigInt(32 - bits)
        const expected = bigOf(base, 8n) >> shift === bigOf(address, 8n) >> shift
        expect(allows([`${dotted(base)}/${bits}`], dotted(address))).toBe(expected)
      })
    )
  })

  test("an IPv6 range holds exactly the addresses that share its leading bits", () => {
    const near = fc.tuple(v6, fc.nat({ max: 127 })).map(([groups, flip]) => {
      const flipped = [...groups]
      flipped[flip >> 4] = (groups[flip >> 4] ?? 0) ^ (1 << (15 - (flip & 15)))
      return { groups, flipped }
    })
    fc.assert(
      fc.property(near, fc.integer({ min: 0, max: 128 }), ({ flipped, groups }, bits) => {
        fc.pre(flipped[0] !== 0)
        const shift = BigInt(128 - bits)
        const expected = bigOf(groups, 16n) >> shift === bigOf(flipped, 16n) >> shift
        expect(allows([`${hex(groups)}/${bits}`], hex(flipped))).toBe(expected)
      })
    )
  })

  test("an IPv4 address written as IPv6 is the IPv4 address, in lists and in callers", () => {
    fc.assert(
      fc.property(v4, (parts) => {
        const plain = dotted(parts)
        const groups = `::ffff:${((parts[0] << 8) | parts[1]).toString(16)}:${((parts[2] << 8) | parts[3]).toString(16)}`
        for (const mapped of [`::ffff:${plain}`, `::FFFF:${plain}`, `0:0:0:0:0:ffff:${plain}`, groups]) {
          expect(normalizeAddress(mapped)).toBe(plain)
          expect(allows([plain], mapped)).toBe(true)
          expect(allows([mapped], plain)).toBe(true)
        }
      })
    )
    expect(allows(["::ffff:10.0.0.0/104"], "10.200.0.1")).toBe(true)
    expect(allows(["::ffff:10.0.0.0/104"], "11.0.0.1")).toBe(false)
  })

  test("a range of one family never holds an address of the other", () => {
    expect(allows(["0.0.0.0/0"], "2001:db8::1")).toBe(false)
    expect(allows(["::/0"], "203.0.113.7")).toBe(false)
    expect(allows(["::/0"], "2001:db8::1")).toBe(true)
  })

  test("bits beyond the prefix length do not matter", () => {
    expect(allows(["10.1.2.3/8"], "10.9.9.9")).toBe(true)
  })

  test("an empty list lets everybody in, a list that holds anything only those it holds", () => {
    expect(allows([], "203.0.113.7")).toBe(true)
    expect(allows([], undefined)).toBe(true)
    expect(allows(["203.0.113.7"], undefined)).toBe(false)
    expect(allows(["203.0.113.7"], null)).toBe(false)
    expect(allows(["203.0.113.7"], "not an address")).toBe(false)
    expect(allows(["not a range"], "203.0.113.7")).toBe(false)
  })

  test("spellings on which parsers disagree are neither addresses nor ranges", () => {
    for (const text of [
      "",
      " ",
      "1",
      "127.1",
      "0x7f.0.0.1",
      "0177.0.0.1",
      "010.0.0.1",
      "2130706433",
      "256.0.0.1",
      "1.2.3.4.5",
      "1.2.3.-4",
      "١.٢.٣.٤",
      "1.2.3.4 ",
      " 1.2.3.4",
      "1.2.3.4\n",
      "[::1]",
      ":::",
      "1::2::3",
      "12345::",
      "::1/129x",
      "g::1",
      "1.2.3.4:80",
      "a".repeat(100_000)
    ]) {
      expect([text.slice(0, 20), normalizeAddress(text)]).toEqual([text.slice(0, 20), undefined])
      expect(parseNetwork(text)).toBeUndefined()
    }
    for (const text of [
      "1.2.3.4/",
      "1.2.3.4/33",
      "1.2.3.4/-1",
      "1.2.3.4/08",
      "1.2.3.4/8/8",
      "1.2.3.4/+8",
      "1.2.3.4/8.0",
      "::/129",
      "::1%eth0/64",
      "fe80::1%1",
      "::ffff:1.2.3.4/95"
    ]) {
      expect([text, parseNetwork(text)]).toEqual([text, undefined])
    }
  })

  test("arbitrary text is answered and lets nobody in who is not an address", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), fc.string(), (list, address) => {
        const inside = contains(compileNetworks(list), address)
        expect(inside && normalizeAddress(address) === undefined).toBe(false)
      })
    )
  })
})

describe("the allow-list of a request", () => {
  const decode = Schema.decodeUnknownResult(IpAllowlist, { errors: "all" })
  const problems = (input: unknown) => {
    const result = decode(input)
    if (Result.isSuccess(result)) return []
    return SchemaIssue.makeFormatterStandardSchemaV1()(result.failure.issue).issues.map(({ message, path }) => [path, message])
  }

  test("every bad entry is named by its place, with what would be right", () => {
    expect(problems(["203.0.113.7", "10.0.0.0/33", "::1%eth0", "office", "2001:db8::/32", "::ffff:10.0.0.0/8"])).toEqual([
      [[1], "must end in a prefix length from 0 to 32"],
      [[2], "must not name a zone"],
      [[3], "must be an IPv4 or IPv6 address or a CIDR range, such as 203.0.113.7 or 2001:db8::/32"],
      [[5], "must end in a prefix length of at least 96, as IPv4 written as IPv6"]
    ])
  })

  test("up to a hundred entries are taken, one more is refused", () => {
    const entries = Array.from({ length: networkLimits.entries + 1 }, (_, index) => `10.0.0.${index}`)
    expect(problems(entries.slice(1))).toEqual([])
    expect(problems(entries)).toEqual([[[], "must hold at most 100 entries"]])
  })

  test("the documents state the bounds", () => {
    expect(Schema.toJsonSchemaDocument(IpAllowlist).schema).toMatchObject({
      type: "array",
      maxItems: 100,
      items: { type: "string", maxLength: 64, pattern: "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$" }
    })
  })
})

describe("the address a call comes from", () => {
  const trusted_proxies = compileNetworks(["10.0.0.0/8", "2001:db8:1::/48", "127.0.0.1"])
  const from = (socket_address: string | null, forwarded_for: string | null) =>
    callerAddress({ socket_address, forwarded_for, trusted_proxies })

  test("without a trusted proxy the header means nothing", () => {
    expect(from("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7")
    expect(callerAddress({ socket_address: "10.0.0.1", forwarded_for: "198.51.100.1", trusted_proxies: [] })).toBe("10.0.0.1")
  })

  test("behind one proxy the last entry counts, whatever the caller wrote before it", () => {
    expect(from("10.0.0.1", "198.51.100.1")).toBe("198.51.100.1")
    expect(from("10.0.0.1", "1.1.1.1, 10.0.0.9, 198.51.100.1")).toBe("198.51.100.1")
    expect(from("10.0.0.1", "unknown, %%%, 198.51.100.1")).toBe("198.51.100.1")
  })

  test("a chain of trusted proxies is walked to the first address that is not trusted", () => {
    expect(from("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.2.2.2,10.3.3.3")).toBe("198.51.100.1")
    expect(from("::ffff:10.0.0.1", "198.51.100.1, 2001:db8:1::7")).toBe("198.51.100.1")
  })

  test("where every hop is trusted the farthest is the caller", () => {
    expect(from("10.0.0.1", "10.5.5.5, 10.2.2.2")).toBe("10.5.5.5")
    expect(from("10.0.0.1", "")).toBe("10.0.0.1")
    expect(from("10.0.0.1", null)).toBe("10.0.0.1")
  })

  test("where a trusted proxy wrote no address, its own is all that is known", () => {
    for (const garbage of ["unknown", "_hidden", "-", ",", " , ", "10.0.0", "300.1.1.1", "\u0000", "a".repeat(10_000)]) {
      expect([garbage.slice(0, 10), from("10.0.0.1", `198.51.100.1, ${garbage}`)]).toEqual([garbage.slice(0, 10), "10.0.0.1"])
    }
  })

  test("ports, brackets, quotes, zones and white space around an address are understood", () => {
    for (const [entry, address] of [
      ["198.51.100.1:4711", "198.51.100.1"],
      ['"198.51.100.1:4711"', "198.51.100.1"],
      ["[2001:db8::1]", "2001:db8::1"],
      ["[2001:db8::1]:443", "2001:db8::1"],
      ['"[2001:DB8:0::1]:443"', "2001:db8::1"],
      ["2001:db8:0:0:0:0:0:1", "2001:db8::1"],
      ["fe80::1%eth0", "fe80::1"],
      ["::ffff:198.51.100.1", "198.51.100.1"],
      ["\t 198.51.100.1 \t", "198.51.100.1"]
    ] as const) {
      expect([entry, from("10.0.0.1", entry)]).toEqual([entry, address])
    }
    for (const entry of ["[198.51.100.1]", "[::1", "::1]", "198.51.100.1:", "198.51.100.1:999999", "[]:1", '"', '""']) {
      expect([entry, from("10.0.0.1", entry)]).toEqual([entry, "10.0.0.1"])
    }
  })

  test("a local socket has no address, and its header is not believed", () => {
    expect(from(null, "198.51.100.1")).toBeUndefined()
    expect(from("", "198.51.100.1")).toBeUndefined()
  })

  test("at most a hundred hops are walked", () => {
    const chain = Array.from({ length: networkLimits.hops + 1 }, (_, index) => `10.1.${index >> 8}.${index & 255}`)
    // The hundredth from the right; the one before it is never read.
    expect(from("10.0.0.1", chain.join(","))).toBe(chain[1])
    expect(from("10.0.0.1", `${"10.0.0.2,".repeat(1_000_000)}10.0.0.3`)).toBe("10.0.0.2")
  })

  test("what the caller writes to the left of the proxy's word never changes the answer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), v4, (forged, real) => {
        fc.pre(!contains(trusted_proxies, dotted(real)))
        expect(from("10.0.0.1", `${forged}, ${dotted(real)}`)).toBe(dotted(real))
      })
    )
  })
})

describe("a list as strict as another", () => {
  // Few addresses and short prefixes, so that ranges often lie within one another.
  const few = fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom(0, 1, 128, 255)))
  const range = fc.tuple(few, fc.integer({ min: 0, max: 32 })).map(([address, bits]) => `${dotted(address)}/${bits}`)

  test("lets no address in that the other keeps out", () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 4 }), fc.array(range, { maxLength: 4 }), few, (list, before, address) => {
        if (isAsStrict(list, before) && allows(list, dotted(address))) expect(allows(before, dotted(address))).toBe(true)
      }),
      { numRuns: 2_000 }
    )
  })

  test("is itself, whatever stands in it, and any list where nothing was restricted", () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 4 }), (list) => {
        expect([isAsStrict(list, list), isAsStrict(list, []), isAsStrict([], list)]).toEqual([true, true, list.length === 0])
      })
    )
  })

  test("may be written otherwise: as single addresses, or as IPv4 in IPv6", () => {
    expect(isAsStrict(["203.0.113.7", "::ffff:203.0.113.8/127"], ["203.0.113.0/28"])).toBe(true)
    expect(isAsStrict(["203.0.113.16"], ["203.0.113.0/28"])).toBe(false)
  })
})

describe("the network that an address stands for", () => {
  test("is the address itself for IPv4, however it is written", () => {
    expect(vicinityOf("81.2.69.142")).toBe("5102458e")
    expect(vicinityOf("::ffff:81.2.69.142")).toBe("5102458e")
    expect(vicinityOf("81.2.69.143")).not.toBe("5102458e")
  })

  test("is the first half for IPv6", () => {
    expect(vicinityOf("2a00:1450:4001:81b::1")).toBe("2a0014504001081b")
    expect(vicinityOf("2a00:1450:4001:81b:ffff::")).toBe("2a0014504001081b")
    expect(vicinityOf("2a00:1450:4001:81c::1")).toBe("2a0014504001081c")
  })

  test("is none for addresses that are not public, and for what is no address", () => {
    const inner = [
      "127.0.0.1",
      "10.0.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "169.254.0.1",
      "203.0.113.9",
      "::1",
      "fe80::1",
      "fd00::1",
      "2001:db8::1"
    ]
    for (const address of [...inner, "", "example", "1.2.3"]) expect(vicinityOf(address)).toBeUndefined()
  })
})
