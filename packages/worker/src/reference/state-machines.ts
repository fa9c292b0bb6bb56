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
    "Any other pair of status and trigger returns 409 `invalid_state_transition`, which names the allowed triggers.",
    "",
    "### Sessions",
    "",
    ...table(sessionTransitions),
    "",
    "An expired session without any capture goes back to `created` when it is resumed. A session whose data was erased can no longer change: 409 `session_redacted`.",
    "",
    "### Cases",
    "",
    ...table(caseTransitions),
    "",
    "`stage` stores a first decision until a second person confirms it, if the workflow requires four eyes. `supersede` closes the case of a session that was expired, erased or processed again."
  ].join("\n")
