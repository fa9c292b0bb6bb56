import type { PartitionPolicy, PartitionSlots } from "@vouchkit/core/kernel/jobs/job"

/** One run that takes up room: in the row of the prompt, or, once it or its lane is slow, in the row of the slow. */
export interface PartitionRun {
  readonly lane: string
  readonly started_ms: number
}

interface Lane {
  running: number
  /** How many runs at once it has earned. */
  share: number
  slow: boolean
}

/** What may be claimed in one row of lanes. */
export interface PartitionClaim {
  readonly limit: number
  readonly lanes: PartitionSlots
}

/** So many lanes are remembered; of those that have nothing running, the one that was idle for longest is forgotten first. */
const mostPartitions = 512

/**
 * Who may have how many of the runs of one process. Each process judges by what it sees, without asking the others: that costs no
 * statement, and a receiver that is slow for one is slow for all.
 */
export class CapacityShares {
  private readonly lanes = new Map<string, Lane>()
  private readonly prompt = new Set<PartitionRun>()
  private readonly slow = new Set<PartitionRun>()
  private readonly policy: PartitionPolicy
  private readonly concurrency: number

  constructor(policy: PartitionPolicy, concurrency: number) {
    this.policy = policy
    this.concurrency = concurrency
  }

  /** What there is room for: among the prompt and unknown lanes, and apart from them among the slow ones. */
  claims(now_ms: number): { readonly prompt: PartitionClaim; readonly slow: PartitionClaim } {
    this.overdue(now_ms)
    const { first, slow_each } = this.policy
    const rooms: Record<string, number> = {}
    const slowRooms: Record<string, number> = {}
    for (const [name, lane] of this.lanes) {
      if (lane.slow) {
        rooms[name] = 0
        if (lane.running < slow_each) slowRooms[name] = slow_each - lane.running
      } else if (lane.running > 0 || lane.share !== first) rooms[name] = Math.max(0, lane.share - lane.running)
    }
    return {
      prompt: { limit: Math.max(0, this.concurrency - this.prompt.size), lanes: { each: first, rooms } },
      slow: {
        limit: Object.keys(slowRooms).length === 0 ? 0 : Math.max(0, this.policy.slow - this.slow.size),
        lanes: { each: 0, rooms: slowRooms }
      }
    }
  }

  started(name: string, now_ms: number): PartitionRun {
    const lane = this.lanes.get(name) ?? { running: 0, share: this.policy.first, slow: false }
    // Put last, so that those without work for longest come first.
    this.lanes.delete(name)
    this.lanes.set(name, lane)
    lane.running += 1
    this.forgetIdle()
    const run: PartitionRun = { lane: name, started_ms: now_ms }
    ;(lane.slow ? this.slow : this.prompt).add(run)
    return run
  }

  ended(run: PartitionRun, now_ms: number): void {
    this.overdue(now_ms)
    this.prompt.delete(run)
    this.slow.delete(run)
    const lane = this.lanes.get(run.lane)
    if (lane === undefined) return
    lane.running -= 1
    if (now_ms - run.started_ms >= this.policy.slow_after_ms) return
    lane.share = lane.slow ? this.policy.first : Math.min(this.policy.most, lane.share + 1)
    lane.slow = false
  }

  /** Runs that take too long give their room in the row of the prompt back, as far as the row of the slow has any. */
  private overdue(now_ms: number): void {
    for (const run of this.prompt) {
      if (now_ms - run.started_ms < this.policy.slow_after_ms) return
      const lane = this.lanes.get(run.lane)
      if (lane !== undefined) {
        lane.slow = true
        lane.share = this.policy.first
      }
      if (this.slow.size >= this.policy.slow) return
      this.prompt.delete(run)
      this.slow.add(run)
    }
  }

  private forgetIdle(): void {
    if (this.lanes.size <= mostPartitions) return
    for (const [name, { running }] of this.lanes) {
      if (running > 0) continue
      this.lanes.delete(name)
      return
    }
  }
}
