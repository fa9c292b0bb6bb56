import { describe, expect, test } from "bun:test"
import { BodyIntake, intakeLimits } from "@vouchkit/core/kernel/intake/intake"
import { ByteShares } from "@vouchkit/core/kernel/intake/byte-shares"
import fc from "fast-check"

const megabyte = 1024 * 1024
const sender = { organization: "org_a", link: null }
const intakeOf = () => new BodyIntake(intakeLimits(64, 300))

describe("bytes in flight", () => {
  test("stay within the limits of the process, of each organization and of each link, and all are given back", () => {
    const limits = { process: 100, organization: 60, link: 25 }
    const name = (prefix: string) => fc.option(fc.constantFrom(`${prefix}1`, `${prefix}2`, `${prefix}3`), { nil: null })
    const step = fc.record({ organization: name("org"), link: name("lnk"), bytes: fc.integer({ min: 1, max: 40 }), gives: fc.nat(60) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const shares = new ByteShares(limits)
        const open: Array<{
          readonly organization: string | null
          readonly link: string | null
          readonly bytes: number
          give: () => void
        }> = []
        for (const { bytes, gives, link, organization } of steps) {
          const give = shares.take({ organization, link }, bytes)
          const counted = Math.min(bytes, link === null ? bytes : limits.link)
          const sum = (of: (one: (typeof open)[number]) => boolean) => open.filter(of).reduce((total, one) => total + one.bytes, 0)
          const fits =
            sum(() => true) + counted <= limits.process &&
            (organization === null || sum((one) => one.organization === organization) + counted <= limits.organization) &&
            (link === null || sum((one) => one.link === link) + counted <= limits.link)
          expect(give !== undefined).toBe(fits)
          if (give !== undefined) open.push({ organization, link, bytes: counted, give })
          const [gone] = open.splice(gives, 1)
          gone?.give()
          gone?.give()
          expect(shares.taken).toBe(sum(() => true))
        }
        for (const { give } of open) give()
        expect(shares.taken).toBe(0)
      })
    )
  })

  test("a body that is larger than a whole share is let in alone", () => {
    const shares = new ByteShares({ process: 100, organization: 50, link: 10 })
    const give = shares.take({ organization: "a", link: "l" }, 1000)
    expect(shares.taken).toBe(10)
    expect(shares.take({ organization: "a", link: "l" }, 1)).toBeUndefined()
    give?.()
    expect(shares.take({ organization: "a", link: "l" }, 1)).toBeDefined()
  })

  test("a body without a declared length counts for what came of it, and ends where there is no more capacity", () => {
    const link = { organization: "org_a", link: "lnk_a" }
    const intake = new BodyIntake(intakeLimits(512, 300))
    const many = Array.from({ length: 24 }, () =>
      intake.begin({ kind: "spooled", bytes: 15 * megabyte, open_ended: true, sender: link }, 0)
    )
    expect(many.every((ticket) => ticket?.arrived(1000))).toBe(true)
    const [first, second, ...others] = many
    expect([first?.arrived(8 * megabyte), second?.arrived(2 * megabyte)]).toEqual([true, false])
    for (const ticket of [first, second, ...others]) ticket?.release()
    expect(intake.usage()).toEqual({ bodies: 0, held: 0, spooled: 0 })
    const alone = new BodyIntake({
      ...intakeLimits(512, 300),
      spooled: { process: 4 * megabyte, organization: 2 * megabyte, link: megabyte }
    })
    expect(alone.begin({ kind: "spooled", bytes: 15 * megabyte, open_ended: true, sender: link }, 0)?.arrived(15 * megabyte)).toBe(true)
  })

  test("even empty bodies count, so that their number is bounded", () => {
    const intake = intakeOf()
    let taken = 0
    while (taken < 100_000 && intake.begin({ kind: "held", bytes: 0, sender }, 0) !== undefined) taken += 1
    expect(taken).toBe((32 * megabyte) / 4096)
    expect(intake.begin({ kind: "held", bytes: 0, sender: { organization: "org_b", link: null } }, 0)).toBeDefined()
  })
})

describe("a body", () => {
  const begun = (bytes: number) => {
    const intake = intakeOf()
    const ticket = intake.begin({ kind: "spooled", bytes, sender }, 0)
    if (ticket === undefined) throw new Error("refused")
    const late: Array<number> = []
    ticket.whenLate(() => late.push(1))
    return { intake, ticket, ended: () => late.length }
  }

  test("that is held one byte short of its end is ended after 20 seconds, once", () => {
    const { ended, intake, ticket } = begun(15 * megabyte)
    ticket.arrived(15 * megabyte - 1)
    expect(intake.sweep(20_000)).toBe(0)
    expect(intake.sweep(39_999)).toBe(0)
    expect(intake.sweep(40_000)).toBe(1)
    expect(intake.sweep(80_000)).toBe(0)
    expect(ended()).toBe(1)
  })

  test("of which nothing comes at all is ended after 20 seconds", () => {
    const { intake } = begun(15 * megabyte)
    expect([intake.sweep(19_999), intake.sweep(20_000)]).toEqual([0, 1])
  })

  test("that trickles, a byte a second, is ended as well, however near its end it is", () => {
    for (const left of [15 * megabyte, 1000, 45]) {
      const { intake, ticket } = begun(15 * megabyte)
      ticket.arrived(15 * megabyte - left)
      let second = 1
      while (second < 100 && intake.sweep(second * 1000) === 0) {
        ticket.arrived(1)
        second += 1
      }
      expect(second).toBeLessThanOrEqual(40)
    }
  })

  test("that comes at a steady pace has until its deadline, and no longer", () => {
    const { intake, ticket } = begun(15 * megabyte)
    let second = 1
    while (second < 1000 && intake.sweep(second * 1000) === 0) {
      ticket.arrived(2048)
      second += 1
    }
    expect(second).toBe(300)
  })

  test("that arrived is not ended while it is worked on, but counts until it is released", () => {
    const { ended, intake, ticket } = begun(megabyte)
    ticket.complete()
    expect(intake.sweep(10_000_000)).toBe(0)
    expect([ended(), intake.usage()]).toEqual([0, { bodies: 1, held: 0, spooled: megabyte }])
    ticket.release()
    ticket.release()
    expect(intake.usage()).toEqual({ bodies: 0, held: 0, spooled: 0 })
  })
})
