/** The file takes more work than any document that a person could read. */
export class TooMuchWork extends Error {
  constructor(reason: string) {
    super(`the file takes too much work to read: ${reason}`)
  }
}
