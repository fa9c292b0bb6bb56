import { Struct } from "effect"
import type { idPrefixes } from "../foundation/id.ts"

/** What an event can be about: the `object` names of identifiers. */
export type EventResourceType = (typeof idPrefixes)[keyof typeof idPrefixes]

interface EventTypeFacts {
  /** One sentence for the list of event types, without its full stop. */
  readonly description: string
  /** The type of the resource that the envelope names. */
  readonly resource_type: EventResourceType
}

/**
 * Every event type that this build announces, with what it says, in the order in which they are listed. What later parts bring is listed with them.
 */
export const eventCatalogue = {
  "session.created": { resource_type: "session", description: "A session was created" },
  "session.updated": { resource_type: "session", description: "Fields of a session were changed" },
  "session.tag-added": { resource_type: "session", description: "A tag was added to a session" },
  "session.tag-removed": { resource_type: "session", description: "A tag was removed from a session" },
  "session.started": { resource_type: "session", description: "The person opened the capture page for the first time" },
  "session.resumed": { resource_type: "session", description: "A session was resumed" },
  "session.submitted": { resource_type: "session", description: "The person submitted the session for verification" },
  "session.expired": { resource_type: "session", description: "A session expired, by request or by its time limit" },
  "session.reprocessed": { resource_type: "session", description: "The checks of a session started again" },
  "session.review-required": { resource_type: "session", description: "A session waits for a reviewer's decision" },
  "session.approved": { resource_type: "session", description: "A session was approved" },
  "session.declined": { resource_type: "session", description: "A session was declined" },
  "session.resubmission-required": { resource_type: "session", description: "The person has to submit something again" },
  "session.external-decision-required": { resource_type: "session", description: "A session waits for a decision from your own system" },
  "session.external-decision-received": { resource_type: "session", description: "Your own system's decision on a session arrived" },
  "session.link-created": { resource_type: "session", description: "A verification link was created" },
  "session.link-opened": { resource_type: "session", description: "A verification link was opened" },
  "session.link-revoked": { resource_type: "session", description: "A verification link was revoked" },
  "session.invitation-sent": { resource_type: "session", description: "An invitation with a verification link was sent" },
  "session.redacted": { resource_type: "session", description: "The data of a session was erased" },
  "session.exported": { resource_type: "session", description: "The data of a session was exported for its person" },
  "document.uploaded": { resource_type: "document", description: "A document was uploaded" },
  "document.processed": { resource_type: "document", description: "A document was read" },
  "document.rejected": { resource_type: "document", description: "A document could not be used" },
  "document.redacted": { resource_type: "document", description: "A document and what was read from it were erased" },
  "check.created": { resource_type: "check", description: "A check was created" },
  "check.completed": { resource_type: "check", description: "A check finished with an outcome" },
  "check.errored": { resource_type: "check", description: "A check could not finish" },
  "check.retried": { resource_type: "check", description: "A check was started again" },
  "check.overridden": { resource_type: "check", description: "A person replaced the outcome of a check" },
  "check.redacted": { resource_type: "check", description: "The personal data of a check was erased" },
  "screening.completed": { resource_type: "screening_record", description: "A screening finished" },
  "screening.hit-found": { resource_type: "screening_hit", description: "A screening or its monitoring found a possible match" },
  "screening.hit-resolved": { resource_type: "screening_hit", description: "A possible match was resolved" },
  "screening.rescreened": { resource_type: "screening_record", description: "A subject was screened again" },
  "screening.subject-erased": { resource_type: "screening_subject", description: "The data of a screening subject was erased" },
  "case.created": { resource_type: "case", description: "A review case was created" },
  "case.updated": { resource_type: "case", description: "Fields of a review case were changed" },
  "case.claimed": { resource_type: "case", description: "A reviewer claimed a case" },
  "case.released": { resource_type: "case", description: "A reviewer released a case" },
  "case.assigned": { resource_type: "case", description: "A case was assigned to a reviewer" },
  "case.escalated": { resource_type: "case", description: "A case was escalated" },
  "case.approved": { resource_type: "case", description: "A case was approved" },
  "case.rejected": { resource_type: "case", description: "A case was rejected" },
  "case.resubmission-requested": { resource_type: "case", description: "A reviewer asked for a new submission" },
  "case.reopened": { resource_type: "case", description: "A decided case was reopened" },
  "case.note-added": { resource_type: "case", description: "A note was added to a case" },
  "case.overdue": { resource_type: "case", description: "A case passed its time limit undecided" },
  "identity.created": { resource_type: "identity", description: "An identity was created" },
  "identity.updated": { resource_type: "identity", description: "Fields of an identity were changed" },
  "identity.flagged": { resource_type: "identity", description: "An identity was flagged" },
  "identity.unflagged": { resource_type: "identity", description: "The flag of an identity was removed" },
  "identity.blocked": { resource_type: "identity", description: "An identity was blocked" },
  "identity.unblocked": { resource_type: "identity", description: "An identity was unblocked" },
  "identity.archived": { resource_type: "identity", description: "An identity was archived" },
  "identity.restored": { resource_type: "identity", description: "An archived identity was restored" },
  "identity.redacted": { resource_type: "identity", description: "The data of an identity was erased" },
  "identity.tag-added": { resource_type: "identity", description: "A tag was added to an identity" },
  "identity.tag-removed": { resource_type: "identity", description: "A tag was removed from an identity" },
  "identity.merged": { resource_type: "identity", description: "Other identities were merged into an identity" },
  "identity.unmerged": { resource_type: "identity", description: "A merge into an identity was undone" },
  "identity.exported": { resource_type: "identity", description: "The data of an identity was exported for its person" },
  "identity.relationship-created": {
    resource_type: "identity",
    description: "A relationship of an identity was proposed, made or confirmed; `relationship` in the data shows it"
  },
  "identity.relationship-deleted": {
    resource_type: "identity",
    description: "A relationship of an identity was deleted or dismissed; `relationship` in the data shows it"
  },
  "identity.monitoring-paused": { resource_type: "identity", description: "The monitoring of an identity was paused" },
  "identity.monitoring-resumed": {
    resource_type: "identity",
    description: "A pause in the monitoring of an identity ended, by request or by its time limit"
  },
  "identity.monitored-lists-updated": {
    resource_type: "identity",
    description: "The watchlists that an identity is screened against were changed"
  },
  "identity.reverification-due": {
    resource_type: "identity",
    description: "The person of an identity is due to be verified again: what was verified holds for 30 or 7 more days"
  },
  "workflow.published": {
    resource_type: "workflow",
    description: "A version of a workflow was published, or goes to another part of the new sessions"
  },
  "workflow-run.started": { resource_type: "workflow_run", description: "A workflow began to work on a session" },
  "workflow-run.paused": { resource_type: "workflow_run", description: "A run waits for something outside, such as a decision or a time" },
  "workflow-run.resumed": { resource_type: "workflow_run", description: "What a run waited for came" },
  "workflow-run.notified": {
    resource_type: "workflow_run",
    description: "A run came to a node that notifies you; `notification` in the data has its message"
  },
  "workflow-run.completed": { resource_type: "workflow_run", description: "A run came to its end" },
  "workflow-run.failed": { resource_type: "workflow_run", description: "A run could not do what its workflow asks for, or took too long" },
  "workflow-run.cancelled": { resource_type: "workflow_run", description: "A run was ended before its end" },
  "list-entry.created": { resource_type: "list_entry", description: "An entry was added to a list" },
  "list-entry.deleted": { resource_type: "list_entry", description: "An entry was removed from a list" },
  "list-entry.matched": { resource_type: "list_entry", description: "A session or identity matched an entry of a list" },
  "blocklist.entry-added": { resource_type: "blocklist_entry", description: "An entry was added to the blocklist" },
  "blocklist.entry-removed": { resource_type: "blocklist_entry", description: "An entry was removed from the blocklist" },
  "blocklist.matched": { resource_type: "blocklist_entry", description: "A session or identity matched an entry of the blocklist" },
  "audit-finding.created": { resource_type: "audit_finding", description: "The quality audit found something about a decision" },
  "audit-finding.acknowledged": { resource_type: "audit_finding", description: "A finding of the quality audit was acknowledged" },
  "audit-finding.dismissed": { resource_type: "audit_finding", description: "A finding of the quality audit was dismissed" },
  "audit-finding.resolved": { resource_type: "audit_finding", description: "A finding of the quality audit was resolved" },
  "api-key.created": { resource_type: "api_key", description: "An API key was created" },
  "api-key.revoked": { resource_type: "api_key", description: "An API key was revoked" },
  "api-key.expiring": { resource_type: "api_key", description: "An API key expires within 14 days" },
  "webhook-endpoint.failing": {
    resource_type: "webhook_endpoint",
    description: "Deliveries to an endpoint keep failing; once for each outage"
  },
  "webhook-endpoint.disabled": {
    resource_type: "webhook_endpoint",
    description: "An endpoint was disabled, by its own answer or after days of failures"
  },
  "webhook.test": { resource_type: "webhook_endpoint", description: "A test delivery that someone asked for" }
} as const satisfies Record<string, EventTypeFacts>

export type EventType = keyof typeof eventCatalogue

/** The names of every event type, in the order of the catalogue. */
export const eventTypes: ReadonlyArray<EventType> = Struct.keys(eventCatalogue)

/** Whether the text is the name of an event type. */
export const isEventType = (text: string): text is EventType => Object.hasOwn(eventCatalogue, text)
