import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { Label, line, Tag, TimestampInput } from "../../kernel/foundation/text.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { after } from "../../kernel/foundation/time.ts"
import { IdentityDocumentPolicyLayer } from "../../verification/identity-documents/policy.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { InvalidInput, NotFound, invalid } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { PoaPolicyLayer } from "../../verification/proof-of-address/policy.ts"
import { policyProblems } from "../../verification/proof-of-address/policy.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { countSession, lockWritableIdentity } from "../identities/change.ts"
import { IdentityReference } from "../identities/model.ts"
import { effectivePolicy } from "../settings/proof-of-address.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { Questions } from "./answers.ts"
import { announceSession, unstartedLifetime } from "./change.ts"
import { invite, permitInvitation, withInvitation } from "./invitations/invite.ts"
import { makeFirstLink } from "./links/creation.ts"
import {
  Session,
  SessionId,
  SessionStore,
  type StoredSession,
  newSession,
  standardResubmissions,
  present,
  type sessions as stored
} from "./model.ts"
import { SessionStatus } from "./status.ts"
import { workflowOfSession } from "./pinned-workflow.ts"
import { Scenario } from "./scripted.ts"
import { scenarioOf } from "./scenario.ts"
import { SessionStep } from "../../verification/steps.ts"
import { stepFaults } from "./step-faults.ts"
import { SupportingDocuments, type SupportingRequest, supportingRequests } from "./supporting-documents.ts"
import { openStatuses } from "./transitions.ts"
import { changeable } from "./changeable.ts"
import { readPage } from "../../kernel/storage/pages.ts"

const sessionIdParam = { session_id: SessionId }
const steps = Schema.Array(SessionStep).check(Schema.isBetweenLength(1, 10), Schema.isUnique())

/** A new session also shows the link to its page, once. */
const CreatedSession = Schema.Struct({
  ...Session.fields,
  verification_url: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(2048)))
}).annotate({ identifier: "CreatedSession" })

const policyFaults = Effect.fnUntraced(function* (policy: PoaPolicyLayer | undefined) {
  if (policy === undefined) return []
  return policyProblems(yield* effectivePolicy({ session: policy })).map((problem) => ({
    ...problem,
    loc: ["body", "proof_of_address_policy", ...problem.loc]
  }))
})

/** The open session of a reference. */
const openWith = (reference: string) =>
  Effect.flatMap(SessionStore, (store) =>
    Effect.map(
      store.list({
        where: [
          { field: "external_reference", op: "eq", value: reference },
          { field: "status", op: "in", values: openStatuses }
        ],
        limit: 1
      }),
      ([found]) => found
    )
  )

const stepsAdded = ({ length }: ReadonlyArray<SupportingRequest>): ReadonlyArray<SessionStep> =>
  length === 0 ? [] : ["supporting_documents"]

const create = operation(
  {
    summary: "Create a verification session",
    description:
      "An empty object is enough: workflow, required steps and policy then come from the organization. With `external_reference` and `reuse_open`, an open session with that reference is returned (200) instead of a new one (201). With `contact.send_invitation`, the service also mails a separate link to `contact.email`, in the language of `contact.locale` if there is a translation; a reused session sends no mail.",
    method: "POST",
    path: "/sessions",
    access: scopes("sessions:create"),
    effect: "write",
    quota: "sessions-create",
    body: {
      ...changeable,
      identity_id: Schema.optionalKey(
        IdentityReference.annotate({ description: "Id or external reference of the identity that the session is about" })
      ),
      workflow_id: Schema.optionalKey(line(64)).annotateKey({
        description: "A published workflow; the default of the organization if absent"
      }),
      required_steps: Schema.optionalKey(steps).annotateKey({
        description: "What the person submits beside what the workflow asks for; the organization's default if neither says anything"
      }),
      reuse_open: Schema.optionalKey(Schema.Boolean).annotateKey({
        description: "With external_reference: return an open session of that reference instead of a new one"
      }),
      proof_of_address_policy: Schema.optionalKey(PoaPolicyLayer).annotateKey({
        description: "What this session says of the policy for proofs of address, over its organization"
      }),
      identity_policy: Schema.optionalKey(IdentityDocumentPolicyLayer).annotateKey({
        description: "What this session says of the policy for identity documents, over its organization"
      }),
      questions: Schema.optionalKey(Questions).annotateKey({
        description: "What the person is asked; required for the step questionnaire"
      }),
      supporting_documents: Schema.optionalKey(
        SupportingDocuments.annotate({
          description: "Supporting documents that the person has to upload; adds the step supporting_documents"
        })
      ),
      max_resubmissions: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))).annotateKey({
        description: "How often the person may submit once more; 3 if absent"
      }),
      screening: Schema.optionalKey(
        Schema.Boolean.annotate({
          description: "Screen the person against watchlists with the checks, as `expected`, a document or a proof of address names them"
        })
      ),
      scenario: Schema.optionalKey(Scenario).annotateKey({ description: "How a sandbox session ends, whatever is submitted; sandbox only" })
    },
    output: CreatedSession,
    status: { of: (output) => ("verification_url" in output ? 201 : 200), all: [200, 201] },
    invalid: ["unknown_workflow"],
    conflicts: ["mail_not_configured", "identity_archived", "identity_merged"],
    forbidden: ["sandbox_only", "forbidden"],
    emits: ["session.created", "session.invitation-sent", "identity.updated"],
    tool: {
      name: "create_session",
      title: "Create a session",
      toolset: "sessions",
      openWorld: true,
      description:
        "Create a verification session; an empty object is enough. Use it for a new verification. Not to continue one that expired or needs another submission: resume_session. With external_reference and reuse_open an open session is returned instead. contact.send_invitation mails a link. Next: create_verification_link where none was mailed."
    },
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* (input) {
    const store = yield* SessionStore
    const { environment } = yield* Tenant
    const id = yield* makeId("ses")
    const identity = input.identity_id === undefined ? null : yield* lockWritableIdentity(input.identity_id)
    const { asks_later, pinned, required_steps } = yield* workflowOfSession(id, input, identity?.identity_type)
    const supporting = yield* supportingRequests(input.supporting_documents, required_steps.includes("supporting_documents"))
    const problems = [
      ...(yield* policyFaults(input.proof_of_address_policy)),
      ...stepFaults(input, required_steps, asks_later),
      ...supporting.problems
    ]
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const invites = input.contact?.send_invitation === true
    if (invites) yield* permitInvitation(input.contact?.email ?? null)
    const scenario = yield* scenarioOf(environment, input.scenario, input.expected)
    const reference = input.external_reference ?? null
    const reuse = input.reuse_open === true && reference !== null
    const reusable = openWith(reference ?? "")
    const open = reuse ? yield* reusable : undefined
    if (open !== undefined) return present(open)

    const instant = yield* tenantNow
    const { first_link, url } = yield* makeFirstLink
    const base: StoredSession = {
      ...newSession({ id, environment, at: instant }),
      identity_id: identity?.id ?? null,
      external_reference: reference,
      ...pinned,
      required_steps: [...new Set([...required_steps, ...stepsAdded(supporting.requests)])],
      expected: input.expected ?? {},
      contact: input.contact ?? {},
      redirect_url: input.redirect_url ?? null,
      tags: input.tags ?? [],
      metadata: input.metadata ?? {},
      max_resubmissions: input.max_resubmissions ?? standardResubmissions,
      expires_at: after(instant, unstartedLifetime),
      ...(input.screening === true ? { screening: true } : {}),
      ...(supporting.requests.length === 0 ? {} : { supporting_documents: supporting.requests }),
      ...(input.questions === undefined ? {} : { questions: input.questions }),
      ...(input.identity_policy === undefined ? {} : { identity_policy: input.identity_policy }),
      scenario,
      policy: input.proof_of_address_policy ?? null,
      reuse_key: reuse ? reference.normalize("NFC") : null,
      first_link
    }
    const session = yield* announceSession(invites ? yield* withInvitation(base) : base, "session.created", {})
    if (reuse) {
      // Of two requests at once one inserts; the other finds what it inserted.
      if (!(yield* store.insertIfAbsent(session))) {
        const winner = yield* reusable
        if (winner !== undefined) return present(winner)
        return yield* invalid(["body", "external_reference"], "conflict", "is in use by another request; send this request again")
      }
    } else yield* store.insert(session)
    if (identity !== null) yield* countSession(identity, id)
    if (invites) yield* invite(session, {})
    yield* note({ type: "session", id })
    return { ...present(session), verification_url: url }
  })
)

const list = operation(
  {
    summary: "List sessions, newest first",
    method: "GET",
    path: "/sessions",
    access: scopes("sessions:read"),
    effect: "read",
    query: {
      ...pageFields(),
      status: Schema.optionalKey(Schema.Array(SessionStatus).check(Schema.isMaxLength(20))).annotateKey({
        description: "Any of these statuses"
      }),
      tag: Schema.optionalKey(Schema.Array(Tag).check(Schema.isMaxLength(50))).annotateKey({ description: "Any of these tags" }),
      external_reference: Schema.optionalKey(Label).annotateKey({ description: "Your own reference, whole" }),
      identity_id: Schema.optionalKey(line(64)).annotateKey({ description: "Id of an identity" }),
      workflow_id: Schema.optionalKey(line(64)).annotateKey({ description: "Id of a workflow" }),
      created_after: Schema.optionalKey(TimestampInput).annotateKey({ description: "From this time on, ISO 8601" }),
      created_before: Schema.optionalKey(TimestampInput).annotateKey({ description: "Before this time, ISO 8601" })
    },
    output: pageOf(Session),
    tool: {
      name: "list_sessions",
      title: "List sessions",
      toolset: "sessions",
      description:
        "List sessions, newest first. Use it to find sessions by status, tag, reference, identity or time. Not to find a person (search_identities) or work (search_cases). Next: get_session."
    }
  },
  Effect.fnUntraced(function* (query) {
    const where: Array<Condition<keyof typeof stored.columns>> = []
    if (query.status !== undefined) where.push({ field: "status", op: "in", values: query.status })
    if (query.tag !== undefined) where.push({ field: "tags", op: "overlaps", values: query.tag })
    if (query.external_reference !== undefined) where.push({ field: "external_reference", op: "eq", value: query.external_reference })
    if (query.identity_id !== undefined) where.push({ field: "identity_id", op: "eq", value: query.identity_id })
    if (query.workflow_id !== undefined) where.push({ field: "workflow_id", op: "eq", value: query.workflow_id })
    if (query.created_after !== undefined) where.push({ field: "created_at", op: "gte", value: query.created_after })
    if (query.created_before !== undefined) where.push({ field: "created_at", op: "lt", value: query.created_before })
    const { after, limit, offset } = query
    const { pagination, rows } = yield* readPage(yield* SessionStore, { where }, { after, limit, offset })
    return { data: rows.map(present), pagination }
  })
)

const get = operation(
  {
    summary: "Get a session",
    method: "GET",
    path: "/sessions/{session_id}",
    access: scopes("sessions:read"),
    effect: "read",
    params: sessionIdParam,
    output: Session,
    tool: {
      name: "get_session",
      title: "Get a session",
      toolset: "sessions",
      description:
        "Get a session: its status, steps and dates. Use it to see where a session stands. Not for why it was decided so. Next: get_session_result, or list_session_checks for evidence."
    }
  },
  Effect.fnUntraced(function* ({ session_id }) {
    const session = yield* (yield* SessionStore).find(session_id)
    return session === undefined ? yield* new NotFound() : present(session)
  })
)

export const sessions = operations("sessions", { create, list, get })
