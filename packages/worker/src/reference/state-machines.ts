import { transitions as caseTransitions } from "@vouchkit/core/resources/cases/transitions"
import { transitions as sessionTransitions } from "@vouchkit/core/resources/sessions/transitions"

interface Step {
  readonly from: ReadonlyArray<string>
  readonly to: string
  readonly event: string
}

const code = (text: string): string => `\`${text}\``

const table = (transitions: Readonly<Record<string, ReadonlyArray<Step>>>): ReadonlyArray<string> => [
  "| Trigger | From | To | Event |",
  "| --- | --- | --- | --- |",
  ...Object.entries(transitions).flatMap(([trigger, steps]) =>
    steps.map(({ event, from, to }) => `| ${code(trigger)} | ${from.map(code).join(", ")} | ${code(to)} | ${code(event)} |`)
  )
]

/** The state machines as Markdown, printed from the tables by which the service moves sessions and cases. */
export const stateMachines = (): string =>
  [
    "Any other pair of status and trigger is 409 `invalid_state_transition`, which names what is allowed instead.",
    "",
    "### Sessions",
    "",
    ...table(sessionTransitions),
    "",
    "An expired session in which nothing was captured goes back to `created` when it is resumed. A session whose data was erased changes no more: 409 `session_redacted`.",
    "",
    "### Cases",
    "",
    ...table(caseTransitions),
    "",
    "`stage` keeps a first decision for a second person to confirm, where the workflow asks for four eyes. `supersede` closes the case of a session that was expired, erased or processed anew."
  ].join("\n")
