import type { PartitionPolicy, PartitionSlots } from "@vouchkit/core/kernel/jobs/job"
import { ownerOf } from "@vouchkit/core/kernel/jobs/turns"

/** One run that takes up capacity: in the row of the prompt, or, once it or its partition is slow, in the row of the slow. */
interface PartitionRun {
  readonly partition: string
  readonly started_ms: number
}

interface Partition {
  running: number
  /** How many runs at once it has earned. */
  share: number
  slow: boolean
  /** When a run of it began or ended last. */
  last_ms: number
}

/** What may be claimed in one row of partitions. */
export interface PartitionClaim {
  readonly limit: number
  readonly partitions: PartitionSlots
}

/** So many partitions are remembered; of those that have nothing running, the one that was idle for longest is forgotten first. */
const mostPartitions = 512
/** An organization counts as one that has work for so long after its last run: one that waits for its result sends the next a while later. */
const workMillis = 60_000

/**
 * Who may have how many of the runs of one process. Each process judges by what it sees, without asking the others: that costs no
 * statement, and a receiver that is slow for one is slow for all.
 */
export class CapacityShares {
  private readonly partitions = new Map<string, Partition>()
  private readonly prompt = new Set<PartitionRun>()
  private readonly slow = new Set<PartitionRun>()
  private readonly policy: PartitionPolicy
  private readonly concurrency: number

  constructor(policy: PartitionPolicy, concurrency: number) {
    this.policy = policy
    this.concurrency = concurrency
  }

  /** What there is capacity for: among the prompt and unknown partitions, and apart from them among the slow ones. */
  claims(now_ms: number): { readonly prompt: PartitionClaim; readonly slow: PartitionClaim } {
    this.overdue(now_ms)
    const { first, slow_each } = this.policy
    const most = this.mostAt(now_ms)
    const slots: Record<string, number> = {}
    const slowSlots: Record<string, number> = {}
    for (const [name, partition] of this.partitions) {
      if (partition.slow) {
        slots[name] = 0
        if (partition.running < slow_each) slowSlots[name] = slow_each - partition.running
      } else if (partition.running > 0 || partition.share !== first)
        slots[name] = Math.max(0, Math.min(most, partition.share) - partition.running)
    }
    return {
      prompt: { limit: Math.max(0, this.concurrency - this.prompt.size), partitions: { each: Math.min(most, first), slots } },
      slow: {
        limit: Object.keys(slowSlots).length === 0 ? 0 : Math.max(0, this.policy.slow - this.slow.size),
        partitions: { each: 0, slots: slowSlots }
      }
    }
  }

  started(name: string, now_ms: number): PartitionRun {
    const partition = this.partitions.get(name) ?? { running: 0, share: this.policy.first, slow: false, last_ms: now_ms }
    // Put last, so that those without work for longest come first.
    this.partitions.delete(name)
    this.partitions.set(name, partition)
    partition.running += 1
    partition.last_ms = now_ms
    this.forgetIdle()
    const run: PartitionRun = { partition: name, started_ms: now_ms }
    ;(partition.slow ? this.slow : this.prompt).add(run)
    return run
  }

  ended(run: PartitionRun, now_ms: number): void {
    this.overdue(now_ms)
    this.prompt.delete(run)
    this.slow.delete(run)
    const partition = this.partitions.get(run.partition)
    if (partition === undefined) return
    partition.running -= 1
    partition.last_ms = now_ms
    if (now_ms - run.started_ms >= this.policy.slow_after_ms) return
    partition.share = partition.slow ? this.policy.first : Math.min(this.policy.most, partition.share + 1)
    partition.slow = false
  }

  /** Runs that take too long give their capacity in the row of the prompt back, as far as the row of the slow has any. */
  private overdue(now_ms: number): void {
    for (const run of this.prompt) {
      if (now_ms - run.started_ms < this.policy.slow_after_ms) return
      const partition = this.partitions.get(run.partition)
      if (partition !== undefined) {
        partition.slow = true
        partition.share = this.policy.first
      }
      if (this.slow.size >= this.policy.slow) return
      this.prompt.delete(run)
      this.slow.add(run)
    }
  }

  /** How many runs a partition may have at once, whatever it has earned. */
  private mostAt(now_ms: number): number {
    const { beside_others } = this.policy
    if (beside_others === undefined) return Number.POSITIVE_INFINITY
    const owners = new Set<string>()
    for (const [name, { last_ms, running }] of this.partitions) if (running > 0 || now_ms - last_ms < workMillis) owners.add(ownerOf(name))
    return owners.size > 1 ? beside_others : Number.POSITIVE_INFINITY
  }

  private forgetIdle(): void {
    if (this.partitions.size <= mostPartitions) return
    for (const [name, { running }] of this.partitions) {
      if (running > 0) continue
      this.partitions.delete(name)
      return
    }
  }
}
