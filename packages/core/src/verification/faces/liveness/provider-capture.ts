/** A live capture that a provider ran, or is running, for a session of ours. */
export interface ProviderCapture {
  /** The provider's own identifier. It stays here: what a device needs is given to it once, as the capture begins. */
  readonly reference: string
  /** The attempt of the session that it belongs to, from 1; it answers for no later one. */
  readonly attempt: number
  /** How many the attempt has begun, this one included. */
  readonly begun: number
  /** Until when the device may begin to stream. */
  readonly expires_at: string
  /** The device says that it is through. How it went is for the provider alone to say. */
  readonly over: boolean
}

/** Captures that one attempt may begin. Each costs the operator money, and anyone who holds a link could ask for any number. */
export const mostCaptures = 20
