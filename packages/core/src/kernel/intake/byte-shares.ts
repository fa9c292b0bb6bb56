/** How many bytes may be in flight at once: in the process, of one organization, and of one verification link. */
export interface ByteLimits {
  readonly process: number
  readonly organization: number
  readonly link: number
}

/** Whose bytes they are; null where no one is known, or no link is used. */
export interface Sender {
  readonly organization: string | null
  readonly link: string | null
}

/** Counts bytes by who sends them. What is taken is given back once, whatever happens. */
export class ByteShares {
  private total = 0
  private readonly organizations = new Map<string, number>()
  private readonly links = new Map<string, number>()
  private readonly limits: ByteLimits

  constructor(limits: ByteLimits) {
    this.limits = limits
  }

  get taken(): number {
    return this.total
  }

  /** The most that one sender can have in flight. */
  mostOf({ link, organization }: Sender): number {
    const { limits } = this
    return Math.min(
      limits.process,
      organization === null ? limits.process : limits.organization,
      link === null ? limits.process : limits.link
    )
  }

  /** Takes bytes and answers how they are given back; undefined where that would be more than a share. One body alone always fits. */
  take({ link, organization }: Sender, bytes: number): (() => void) | undefined {
    const { limits } = this
    const amount = Math.min(bytes, this.mostOf({ link, organization }))
    const fits =
      this.total + amount <= limits.process &&
      (organization === null || (this.organizations.get(organization) ?? 0) + amount <= limits.organization) &&
      (link === null || (this.links.get(link) ?? 0) + amount <= limits.link)
    if (!fits) return undefined
    this.add({ link, organization }, amount)
    let given = false
    return () => {
      if (given) return
      given = true
      this.add({ link, organization }, -amount)
    }
  }

  private add({ link, organization }: Sender, amount: number): void {
    this.total += amount
    if (organization !== null) change(this.organizations, organization, amount)
    if (link !== null) change(this.links, link, amount)
  }
}

/** Names without bytes are forgotten, so that the maps hold no more than what is in flight. */
const change = (amounts: Map<string, number>, name: string, amount: number): void => {
  const next = (amounts.get(name) ?? 0) + amount
  if (next === 0) amounts.delete(name)
  else amounts.set(name, next)
}
