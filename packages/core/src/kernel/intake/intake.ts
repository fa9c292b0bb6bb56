import { Context } from "effect"
import { FairTurns } from "../fairness/fair-turns.ts"
import { type ByteLimits, ByteShares, type Sender } from "./byte-shares.ts"

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** A body that is declared to be no longer than this is kept in memory while it arrives; a longer upload goes to a file. */
export const heldBytes = 64 * kilobyte

/** Every body counts as this much at least, so that the number of bodies is bounded too, and with it that of open files. */
const leastClaim = { held: 4 * kilobyte, spooled: megabyte } as const
type Kind = keyof typeof leastClaim

export interface IntakeLimits {
  /** Bodies in memory: JSON, and uploads of at most `heldBytes`. */
  readonly held: ByteLimits
  /** Bodies in files. */
  readonly spooled: ByteLimits
  /** Bytes of uploaded files that are worked on in memory at once; further ones wait for their turn in their files. */
  readonly worked_on: number
  /** For a whole body, from the moment it is read on. */
  readonly deadline_seconds: number
}

/** Of how many seconds each has to bring `leastBytes`: a body that stands still or trickles is ended long before its deadline. */
const windowSeconds = 20
const leastBytes = 16 * kilobyte

/** The limits of a process that takes so many megabytes of uploads at once. */
export const intakeLimits = (megabytes: number, deadline_seconds: number): IntakeLimits => ({
  held: { process: 64 * megabyte, organization: 32 * megabyte, link: 4 * megabyte },
  spooled: { process: megabytes * megabyte, organization: (megabytes / 2) * megabyte, link: Math.max(32, megabytes / 16) * megabyte },
  worked_on: 20 * megabyte,
  deadline_seconds
})

/** What a process takes unless its operator says otherwise. */
export const usualIntake = { megabytes: 384, deadline_seconds: 300 } as const

/** Seconds after which a sender that was refused is asked to come again. */
export const retryAfterSeconds = 2

/** One body on its way in. */
export class BodyTicket {
  private window: { readonly since_ms: number; readonly received: number }
  private received = 0
  private end: (() => void) | undefined
  private readonly started_ms: number
  private readonly expected: number
  private readonly grow: (received: number) => boolean
  private readonly leave: () => void

  constructor(started_ms: number, expected: number, grow: (received: number) => boolean, leave: () => void) {
    this.started_ms = started_ms
    this.expected = expected
    this.window = { since_ms: started_ms, received: 0 }
    this.grow = grow
    this.leave = leave
  }

  /** Says what to do when the body takes too long; that happens once at most, and never after `release`. */
  whenLate(end: () => void): void {
    this.end = end
  }

  /** Counts bytes that came. False where there is no capacity for as many: the body has to end. */
  arrived(bytes: number): boolean {
    this.received += bytes
    return this.grow(this.received)
  }

  /** Nothing more has to arrive; the bytes still count until they are released. */
  complete(): void {
    this.end = undefined
  }

  /** The body is no longer anywhere. */
  release(): void {
    this.end = undefined
    this.leave()
  }

  /** Ends the body where its time is over or too little of it came. Answers whether it did. */
  judge(now_ms: number, deadline_ms: number): boolean {
    const { end } = this
    if (end === undefined) return false
    const { received, since_ms } = this.window
    const lapsed = now_ms - since_ms >= windowSeconds * 1000
    const wanted = Math.min(leastBytes, this.expected - received)
    const slow = lapsed && (this.received - received < wanted || this.received === received)
    if (lapsed) this.window = { since_ms: now_ms, received: this.received }
    if (!slow && now_ms - this.started_ms < deadline_ms) return false
    this.end = undefined
    end()
    return true
  }
}

/** What is known of a body before it is read. */
export interface Announced {
  readonly sender: Sender
  /** Its declared length, or the most that is read of it where none is declared. */
  readonly bytes: number
  /** No length was declared: it counts for what has come of it, in steps, since most bodies are far shorter than they may be. */
  readonly open_ended?: boolean
  readonly kind: Kind
}

/** Counts the bodies that a process is receiving, refuses those beyond its limits, and ends those that take too long. */
export class BodyIntake {
  private readonly shares: Readonly<Record<Kind, ByteShares>>
  private readonly tickets = new Set<BodyTicket>()
  private readonly deadline_ms: number
  /** Turns of uploaded files to be in memory as a whole. */
  readonly turns: FairTurns

  constructor({ deadline_seconds, held, spooled, worked_on }: IntakeLimits) {
    this.shares = { held: new ByteShares(held), spooled: new ByteShares(spooled) }
    this.turns = new FairTurns(worked_on)
    this.deadline_ms = deadline_seconds * 1000
  }

  /** Lets a body in, or answers undefined where there is no capacity for it now. */
  begin({ bytes, kind, open_ended = false, sender }: Announced, now_ms: number): BodyTicket | undefined {
    const shares = this.shares[kind]
    const step = leastClaim[kind]
    let claimed = open_ended ? step : Math.max(bytes, step)
    const first = shares.take(sender, claimed)
    if (first === undefined) return undefined
    const given = [first]
    const grow = (received: number): boolean => {
      // One body alone always fits.
      while (open_ended && received > claimed && claimed < shares.mostOf(sender)) {
        const more = shares.take(sender, step)
        if (more === undefined) return false
        given.push(more)
        claimed += step
      }
      return true
    }
    const ticket = new BodyTicket(now_ms, bytes, grow, () => {
      this.tickets.delete(ticket)
      for (const give of given) give()
    })
    this.tickets.add(ticket)
    return ticket
  }

  /** Ends the bodies that take too long; called every second or so. Answers how many. */
  sweep(now_ms: number): number {
    let ended = 0
    for (const ticket of this.tickets) if (ticket.judge(now_ms, this.deadline_ms)) ended += 1
    return ended
  }

  /** How many bodies are in flight, and the bytes that they count for in memory and in files. */
  usage(): { readonly bodies: number; readonly held: number; readonly spooled: number } {
    return { bodies: this.tickets.size, held: this.shares.held.taken, spooled: this.shares.spooled.taken }
  }
}

/** The intake of this process. Programs that embed the service without saying more share one with the usual limits. */
export const Intake = Context.Reference<BodyIntake>("@vouchkit/core/intake/Intake", {
  defaultValue: () => new BodyIntake(intakeLimits(usualIntake.megabytes, usualIntake.deadline_seconds))
})
