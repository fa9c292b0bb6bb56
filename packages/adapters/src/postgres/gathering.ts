/** How many travel together at most, and how many such groups may be on their way at once. */
export interface GatheringLimits {
  readonly together: number
  readonly under_way: number
}

/**
 * Sends what comes while others are under way as one group: nothing waits while few come, and the more come at once, the fewer statements
 * they cost. `send` settles every member of its group itself and never rejects.
 */
export const gathering = <Member>(
  { together, under_way }: GatheringLimits,
  send: (members: ReadonlyArray<Member>) => Promise<void>
): ((member: Member) => void) => {
  let waiting: Array<Member> = []
  let sent = 0
  const depart = (): void => {
    while (sent < under_way && waiting.length > 0) {
      const members = waiting.slice(0, together)
      waiting = waiting.slice(together)
      sent += 1
      void send(members).finally(() => {
        sent -= 1
        depart()
      })
    }
  }
  return (member) => {
    waiting.push(member)
    depart()
  }
}
