/** How many members a batch has at most, and how many batches may be on their way at once. */
interface BatchLimits {
  readonly size: number
  readonly under_way: number
}

/**
 * Sends as one group what comes in one turn of the event loop, and what comes while enough groups are under way: no one waits while few come,
 * and the more come at once, the fewer statements they cost. `send` settles every member of its group itself and never rejects.
 */
export const batching = <Member>(
  { size, under_way }: BatchLimits,
  send: (members: ReadonlyArray<Member>) => Promise<void>
): ((member: Member) => void) => {
  let waiting: Array<Member> = []
  let sent = 0
  let scheduled = false
  const depart = (): void => {
    scheduled = false
    while (sent < under_way && waiting.length > 0) {
      const members = waiting.slice(0, size)
      waiting = waiting.slice(size)
      sent += 1
      void send(members).finally(() => {
        sent -= 1
        schedule()
      })
    }
  }
  const schedule = (): void => {
    if (scheduled || sent >= under_way || waiting.length === 0) return
    scheduled = true
    setImmediate(depart)
  }
  return (member) => {
    waiting.push(member)
    schedule()
  }
}

/** As `batching`, or the plain version of it, by which every member goes alone and at once. */
export const batchingIf = <Member>(
  shared: boolean,
  limits: BatchLimits,
  send: (members: ReadonlyArray<Member>) => Promise<void>
): ((member: Member) => void) => (shared ? batching(limits, send) : (member) => void send([member]))
