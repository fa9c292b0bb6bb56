import { Effect } from "effect"

/** Who asks for a turn. */
interface TurnRequest {
  /** Owners take turns with each other, whatever each of them has waiting. */
  readonly owner: string
  /** Among the requests of one owner the lowest rank goes first, and the oldest of a rank. */
  readonly rank: number
  /** How much of the capacity the turn takes up. */
  readonly amount: number
}

interface Waiting extends TurnRequest {
  readonly go: () => void
}

/**
 * Turns on something that is scarce, dealt out to one owner after the other: an owner that waits is served before any other is served twice. The
 * request whose turn it is holds up all behind it until it fits, so that no stream of small requests keeps a large one waiting.
 */
export class FairTurns {
  /** Owners in the order of their turns, each with what waits. An owner without anything waiting is not in it. */
  private readonly owners = new Map<string, Array<Waiting>>()
  /** What each owner takes up now. */
  private readonly held = new Map<string, number>()
  private free: number
  private count = 0
  readonly capacity: number
  private readonly mostOfOne: number

  /** `mostOfOne` is what one owner may take up at once, so that the rest is kept for others. */
  constructor(capacity: number, mostOfOne = capacity) {
    this.capacity = capacity
    this.mostOfOne = mostOfOne
    this.free = capacity
  }

  get waiting(): number {
    return this.count
  }

  /** Calls `go` when the turn comes, at once where that is now. The answered function ends the turn, or the wait for it. */
  enter(request: TurnRequest, go: () => void): () => void {
    const amount = Math.min(request.amount, this.capacity, this.mostOfOne)
    let state: "waiting" | "going" | "over" = "waiting"
    const waiting: Waiting = {
      ...request,
      amount,
      go: () => {
        state = "going"
        go()
      }
    }
    this.add(waiting)
    this.advance()
    return () => {
      if (state === "over") return
      if (state === "going") this.take(request.owner, -amount)
      else this.drop(waiting)
      state = "over"
      this.advance()
    }
  }

  private add(waiting: Waiting): void {
    const queue = this.owners.get(waiting.owner) ?? []
    const behind = queue.findIndex(({ rank }) => rank > waiting.rank)
    queue.splice(behind === -1 ? queue.length : behind, 0, waiting)
    this.owners.set(waiting.owner, queue)
    this.count += 1
  }

  private drop(waiting: Waiting): void {
    const queue = this.owners.get(waiting.owner) ?? []
    const at = queue.indexOf(waiting)
    if (at === -1) return
    queue.splice(at, 1)
    this.count -= 1
    if (queue.length === 0) this.owners.delete(waiting.owner)
  }

  private take(owner: string, amount: number): void {
    const held = (this.held.get(owner) ?? 0) + amount
    if (held > 0) this.held.set(owner, held)
    else this.held.delete(owner)
    this.free -= amount
  }

  private advance(): void {
    for (const [owner, queue] of this.owners) {
      const [next] = queue
      if (next === undefined) return
      // An owner that waits for itself holds up no other.
      if ((this.held.get(owner) ?? 0) + next.amount > this.mostOfOne) continue
      if (next.amount > this.free) return
      this.drop(next)
      // To the end of the row, if anything of this owner is left.
      if (this.owners.delete(owner)) this.owners.set(owner, queue)
      this.take(owner, next.amount)
      next.go()
    }
  }
}

/** Runs an effect when its turn has come. Whoever is interrupted before leaves the row. */
export const inTurn = <A, E, R>(turns: FairTurns, request: TurnRequest, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      let leave = () => {}
      const wait = Effect.callback<void>((resume) => {
        leave = turns.enter(request, () => resume(Effect.void))
      })
      return Effect.ensuring(
        Effect.andThen(restore(wait), restore(effect)),
        Effect.sync(() => leave())
      )
    })
  )
