import { describe, expect, test } from "bun:test"
import { judgeTarget, parseInsecureTargets } from "@vouchkit/core/resources/webhooks/targets/target"
import { Result } from "effect"
import * as fc from "fast-check"
import { hostileTargets } from "./hostile-targets.ts"

const accepted = (url: string, exceptions?: ReadonlySet<string>) => Result.isSuccess(judgeTarget(url, exceptions))
const problem = (url: string, exceptions?: ReadonlySet<string>) => {
  const judged = judgeTarget(url, exceptions)
  return Result.isFailure(judged) ? judged.failure.code : undefined
}
const shown = (url: string) => JSON.stringify(url.length > 80 ? `${url.slice(0, 60)}… (${url.length})` : url)

test("the list of hostile spellings is long and repeats nothing", () => {
  expect(hostileTargets.length).toBeGreaterThanOrEqual(190)
  expect(new Set(hostileTargets).size).toBe(hostileTargets.length)
})

describe("a hostile spelling is refused", () => {
  for (const url of hostileTargets) test(shown(url), () => expect(accepted(url)).toBe(false))
})

const ordinary = [
  "https://example.com",
  "https://example.com/",
  "https://example.com/webhook",
  "HTTPS://Hooks.Example.COM/Path",
  "https://hooks.example.com:8443/vouchkit?tenant=a%20b&x=@y",
  "https://example.com:443/",
  "https://example.com:1/",
  "https://example.com:65535/",
  "https://receiver.example/hook",
  "https://a.b.c.d.e.example.co.uk/x/y/z;v=1/",
  "https://example.com/@user/~x/(1)!$&'*+,=:",
  "https://example.com/path//double",
  "https://example.com?only=query",
  "https://my_tenant.example.com/",
  "https://1e1.com/",
  "https://0x.com/",
  "https://127.0.0.1.nip.example.com/",
  "https://localhost.example.com/",
  "https://local.example.com/",
  "https://internal.example.com/",
  "https://mytest.com/",
  "https://notlocalhost.dev/",
  "https://xn--mnchen-3ya.example.de/",
  "https://münchen.example.de/straße?ü=é",
  "https://例え.jp/フック",
  "https://пример.рф/",
  "https://faß.de/",
  "https://example.com/😀",
  "https://8.8.8.8/hook",
  "https://1.1.1.1:8443/",
  "https://172.15.255.255/",
  "https://172.32.0.1/",
  "https://100.63.255.255/",
  "https://100.128.0.1/",
  "https://[2606:4700:4700::1111]/",
  "https://[2A00:1450:4001:0800::200E]:8443/x",
  `https://example.com/${"a".repeat(2_028)}`
]
describe("an ordinary public URL is accepted", () => {
  for (const url of ordinary) test(shown(url), () => expect(accepted(url)).toBe(true))
})

test("a target holds what a sender dials and the URL as it was given", () => {
  expect(judgeTarget("HTTPS://Hooks.Example.com:8443/a?b=ü")).toEqual(
    Result.succeed({
      url: "HTTPS://Hooks.Example.com:8443/a?b=ü",
      scheme: "https",
      hostname: "hooks.example.com",
      port: 8_443,
      path: "/a?b=%C3%BC",
      excepted: false
    } as const)
  )
  expect(judgeTarget("https://example.com")).toMatchObject({ success: { port: 443, path: "/" } })
})

test.each([
  ["http://example.com/", "not_https"],
  ["https://user@example.com/", "userinfo"],
  ["https://0x7f.1/", "non_public_address"],
  ["https://134744072/", "disguised_host"],
  ["https://printer.local/", "special_use_name"],
  ["https://warehouse/", "host_name"],
  ["https://example.com:0/", "port"],
  ["https://example.com/#x", "fragment"],
  ["https://example.com/\\x", "forbidden_character"],
  ["https:/example.com", "malformed"],
  [`https://example.com/${"a".repeat(2_100)}`, "too_long"]
])("%s is refused as %s, in words that do not repeat it", (url, code) => {
  const judged = judgeTarget(url)
  expect(judged).toMatchObject({ failure: { code } })
  if (Result.isFailure(judged)) expect(judged.failure.message).not.toContain(url.slice(8))
})

test("the length counts characters, 2048 passing and 2049 not", () => {
  const of = (count: number) => `https://example.com/${"😀".repeat(count - 20)}`
  expect(accepted(of(2_048))).toBe(true)
  expect(problem(of(2_049))).toBe("too_long")
})

test("every IPv4 address outside global unicast is refused in all its number forms, and none is accepted but in four decimals", () => {
  const parts = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  fc.assert(
    fc.property(parts, ([a, b, c, d]) => {
      const value = ((a * 256 + b) * 256 + c) * 256 + d
      const disguises = [
        String(value),
        `0x${value.toString(16)}`,
        `0${value.toString(8)}`,
        `0x${a.toString(16)}.${b}.${c}.${d}`,
        `${a}.${b}.${c * 256 + d}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `${a}。${b}。${c}。${d}`,
        `[::ffff:${a}.${b}.${c}.${d}]`,
        `[64:ff9b::${a}.${b}.${c}.${d}]`
      ]
      for (const disguise of disguises) expect(accepted(`https://${disguise}/`)).toBe(false)
    })
  )
})

test("no text makes the judgement throw, and what is accepted is https without exceptions", () => {
  const pieces = fc.constantFrom(
    "https://",
    "http",
    ":",
    "/",
    "@",
    "[",
    "]",
    "::1",
    "127.",
    "0x",
    ".",
    "example",
    ".com",
    "%",
    "#",
    "?",
    "。",
    "１",
    "xn--"
  )
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join("")),
    fc.webUrl()
  )
  fc.assert(
    fc.property(text, (url) => {
      const judged = judgeTarget(url)
      if (Result.isFailure(judged)) return
      expect(judged.success.scheme).toBe("https")
      expect(new URL(url).hostname).toBe(judged.success.hostname)
    }),
    { numRuns: 3_000 }
  )
})

const exceptionsOf = (text: string): ReadonlySet<string> => Result.getOrThrow(parseInsecureTargets(text))

test("an exception lets exactly its host and port be private and plain", () => {
  const exceptions = exceptionsOf("127.0.0.1:4000, [::1]:4001, Receiver:80,")
  for (const url of [
    "http://127.0.0.1:4000/a",
    "https://127.0.0.1:4000/",
    "http://[::1]:4001/",
    "http://[0:0::1]:4001/",
    "http://receiver/hook",
    "http://2130706433:4000/"
  ]) {
    expect(judgeTarget(url, exceptions)).toMatchObject({ success: { excepted: true } })
  }
  expect(problem("http://127.0.0.1:4001/", exceptions)).toBe("not_https")
  expect(problem("https://127.0.0.1:4001/", exceptions)).toBe("non_public_address")
  expect(problem("https://127.0.0.1/", exceptions)).toBe("non_public_address")
  expect(problem("http://localhost:4000/", exceptions)).toBe("not_https")
  expect(problem("https://receiver/", exceptions)).toBe("host_name")
  expect(judgeTarget("https://example.com/", exceptions)).toMatchObject({ success: { excepted: false } })
})

test("an exception excuses nothing but the scheme and the host", () => {
  const exceptions = exceptionsOf("127.0.0.1:4000")
  expect(problem("http://u:p@127.0.0.1:4000/", exceptions)).toBe("userinfo")
  expect(problem("ftp://127.0.0.1:4000/", exceptions)).toBe("not_https")
  expect(problem("http://127.0.0.1:4000/#x", exceptions)).toBe("fragment")
  expect(problem("http://127.0.0.1:4000/ x", exceptions)).toBe("forbidden_character")
})

test("blank exceptions are none", () => {
  expect(exceptionsOf("").size).toBe(0)
  expect(exceptionsOf(" , ").size).toBe(0)
})

test.each([
  "127.0.0.1",
  "127.0.0.1:0",
  "127.0.0.1:65536",
  ":4000",
  "::1:4000",
  "http://127.0.0.1:4000",
  "a b:1",
  "host:*",
  "u@h:1",
  "h:1:2"
])("the exception %j is a problem that is named", (entry) => {
  const parsed = parseInsecureTargets(`localhost:1,${entry},other:x`)
  expect(Result.isFailure(parsed) ? parsed.failure.length : 0).toBe(2)
})
