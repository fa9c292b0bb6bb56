import { checkWords } from "./checks.ts"
import { commonWords } from "./everywhere.ts"
import { documentWords } from "./documents.ts"
import { installationWords } from "./installation.ts"
import { peopleWords } from "./people.ts"
import { qualityWords } from "./quality.ts"
import { sessionWords } from "./sessions.ts"
import { workflowWords } from "./workflows.ts"

export const wordLists = [commonWords, sessionWords, documentWords, checkWords, peopleWords, installationWords, workflowWords, qualityWords]

/**
 * What members mean, for those whose schema does not say it: `member` wherever it stands, or `Scope.member`, which goes first. A scope is the
 * schema that holds the member, the member that the object stands in, or the operation of a body or parameter, in snake case.
 */
const words: ReadonlyMap<string, string> = new Map(wordLists.flatMap(Object.entries<string>))

/** The description of a member in the first scope that knows it. */
export const wordsFor = (scopes: ReadonlyArray<string>, member: string): string | undefined => {
  for (const scope of scopes) {
    const found = words.get(`${scope}.${member}`)
    if (found !== undefined) return found
  }
  return words.get(member)
}
