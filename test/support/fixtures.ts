import { auditDecisions } from "@vouchkit/core/flows/quality/audit"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { inProcess } from "@vouchkit/core/kernel/access/in-process"
import { stageCall } from "@vouchkit/core/resources/approvals/stage"
import { Effect } from "effect"
import { listedName } from "./screening.ts"
import { aForm, type Service } from "./service.ts"

/** The key of a row of every kind that is addressed by its key. */
const keyed = "fixture"

const mergeReason = "one person by both passports"

/** One resource of each kind, in the sandbox of one organization. The service searches a watchlist that holds `listedName`. */
export const aTenantWithEverything = async (service: Service, key: string) => {
  const created = async (path: string, body?: unknown, method = "POST") => {
    const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const demo = await created("/cases/demo")
  const session = await created("/sessions", { external_reference: "fixture" })
  const link = await created(`/sessions/${session.id}/links`)
  const document = (await service.call("POST", `/sessions/${session.id}/documents`, { key, raw: aForm({ kind: "proof_of_address" }) })).body
  const endpoint = await created("/webhooks/endpoints", { url: "https://hooks.acme-example.com/in" })
  const delivery = await created(`/webhooks/endpoints/${endpoint.id}/test`)
  const list = await created("/lists", { key: "fixture", name: "Fixture", kind: "flag", entry_type: "email" })
  const entry = await created(`/lists/${list.id}/entries`, { value: "a.person@example.com" })
  const watchlist = await created("/watchlists", { key: "fixture_watchlist", name: "Fixture" })
  const identity = await created("/identities", { external_reference: "fixture-person", last_name: "Example" })
  const part = await created("/identities", { external_reference: "fixture-part", last_name: "Example" })
  const parted = await created(`/identities/${identity.id}/merge-preview`, { source_ids: [part.id] })
  const merged = await created(`/identities/${identity.id}/merge`, { preview_token: parted.preview_token, reason: mergeReason })
  const other = await created("/identities", { external_reference: "fixture-other", last_name: "Example" })
  const preview = await created(`/identities/${identity.id}/merge-preview`, { source_ids: [other.id] })
  const relative = await created("/identities", { external_reference: "fixture-relative" })
  const relationship = await created(`/identities/${identity.id}/relationships`, { type: "spouse_of", to_id: relative.id })
  const blocked = await created("/blocklist", { entry_type: "phone", value: "+44 20 7946 0000" })
  const screening = await created("/screenings", { subject: { name: listedName, monitoring: { status: "active", cadence: "daily" } } })
  await created("/identity-types", { key: keyed, label: "Fixture" })
  await created("/relationship-types", { key: keyed, label: "Fixture" })
  await created("/document-types", { key: keyed, label: "Fixture" })
  await created("/document-types", { key: "fixture_member", label: "Fixture" })
  await created("/document-groups", { key: keyed, label: "Fixture", document_type_keys: ["fixture_member"] })
  await created("/custom-field-schemas", { key: keyed, label: "Fixture", type: "string", indexed: "exact" })
  const number = { number: "FIXTURE1", document_type: "passport", country: "DE" }
  const exported = await created(`/sessions/${demo.session_id}/export`, undefined, "GET")
  const registered = await created("/document-fingerprints", { ...number, verdict: "watch" })
  const workflow = await created("/workflows", { name: "Fixture" })
  const version = await created(`/workflows/${workflow.id}/versions`, { clone_of: "wfv_default" })
  await created(`/workflows/${workflow.id}/versions/${version.id}/publish`, {})
  const draft = await created(`/workflows/${workflow.id}/versions`, { clone_of: version.id })
  const submitted = await created("/sessions")
  const submission = [{ type: "start" }, { type: "upload_document" }, { type: "submit" }]
  const running = await created(`/sessions/${submitted.id}/simulate`, { actions: submission })
  const issued = await created("/api-keys", { name: "fixture" })
  const erased = await created("/identities", {})
  const { receipt } = (await service.call("DELETE", `/identities/${erased.id}/data`, { key })).body
  const unexplained = await created("/cases/demo")
  await created(`/cases/${unexplained.id}/approve`, {})
  await service.runtime.runPromise(auditDecisions)
  const findings = (await service.call("GET", "/audit-findings", { key })).body.data
  const checks = (await service.call("GET", `/sessions/${demo.session_id}/checks`, { key })).body.data
  const staged = { tool: "redact_session", operation: "sessions.redact", input: { session_id: submitted.id as string } }
  const agent = inProcess({ organization: "org_acme", environment: "sandbox", actor: "key_of_an_agent" })
  const approval = await service.runtime.runPromise(Effect.provideService(stageCall(staged), Caller, agent))
  return {
    approval_id: approval.id,
    session_id: session.id as string,
    case_id: demo.id as string,
    check_id: checks[0].id as string,
    link_id: link.id as string,
    document_id: document.id as string,
    endpoint_id: endpoint.id as string,
    delivery_id: delivery.id as string,
    list_id: list.id as string,
    entry_id: entry.id as string,
    watchlist_key: watchlist.key as string,
    identity_id: identity.id as string,
    other_identity_id: other.id as string,
    merge_id: merged.merge_id as string,
    preview_token: preview.preview_token as string,
    relationship_id: relationship.id as string,
    blocklist_entry_id: blocked.id as string,
    workflow_run_id: running.workflow_run_id as string,
    workflow_id: workflow.id as string,
    version_id: version.id as string,
    other_version_id: draft.id as string,
    reviewed_session_id: demo.session_id as string,
    subject_id: screening.subject_id as string,
    screening_id: screening.id as string,
    hit_id: screening.hits[0].id as string,
    id_or_key: keyed,
    export_id: exported.id as string,
    document_fingerprint_id: registered.id as string,
    key_id: issued.id as string,
    finding_id: findings[0].id as string,
    receipt_id: receipt.id as string,
    token: (link.url as string).split("/").at(-1) ?? ""
  }
}
export type Fixtures = Awaited<ReturnType<typeof aTenantWithEverything>>

/** What a valid request of each operation sends, some of it by the fixtures; an operation that is missing here fails the test of the registry. */
export const validBodies: Readonly<Record<string, unknown>> = {
  "sessions.create": {},
  "sessions.list": undefined,
  "sessions.get": undefined,
  "sessions.update": { tags: ["a"] },
  "sessions.submit": undefined,
  "sessions.resume": undefined,
  "sessions.expire": undefined,
  "sessions.reprocess": {},
  "sessions.redact": undefined,
  "sessions.set_legal_hold": { held: true, reason: "Case 17 of 2026" },
  "sessions.bulk_redact": { session_ids: ["ses_00000000000000000000000000"], reason: "gdpr_article_17" },
  "sessions.result": undefined,
  "sessions.list_checks": undefined,
  "sessions.list_attempts": undefined,
  "sessions.add_tag": { tag: "a" },
  "sessions.remove_tag": { tag: "a" },
  "sessions.replace_tags": { tags: [] },
  "sessions.list_tags": undefined,
  "sessions.resend_invitation": {},
  "sessions.simulate": { actions: [{ type: "start" }] },
  "sessions.external_decision": { decision: "continue" },
  "workflows.list": undefined,
  "workflows.create": { name: "Another" },
  "workflows.get": undefined,
  "workflows.update": { name: "Renamed" },
  "workflows.archive": undefined,
  "workflows.validate": { graph: {} },
  "workflows.fields": undefined,
  "workflows.simulate": ({ version_id }: Fixtures) => ({ version_id }),
  "workflow_versions.list": undefined,
  "workflow_versions.create": { clone_of: "wfv_default" },
  "workflow_versions.get": undefined,
  "workflow_versions.replace": { graph: {}, version: 1 },
  "workflow_versions.diff": undefined,
  "workflow_versions.publish": {},
  "workflow_versions.shadow": undefined,
  "workflow_versions.diagram": undefined,
  "workflow_runs.list": undefined,
  "workflow_runs.get": undefined,
  "workflow_runs.cancel": {},
  "workflows.trigger": ({ reviewed_session_id }: Fixtures) => ({ session_id: reviewed_session_id }),
  "sandbox.advance_clock": { advance_seconds: 60 },
  "links.create": {},
  "links.list": undefined,
  "links.revoke": { reason: "sent_twice" },
  "documents.upload": "form",
  "documents.create": "form",
  "documents.list": undefined,
  "documents.get": undefined,
  "documents.download": undefined,
  "documents.preview": undefined,
  "documents.redact": undefined,
  "checks.create": { type: "list_lookup", values: [{ type: "email", value: "a.person@example.com" }] },
  "checks.create_full": { checks: [{ type: "list_lookup", values: [{ type: "email", value: "a.person@example.com" }] }] },
  "checks.list": undefined,
  "checks.get": undefined,
  "checks.retry": undefined,
  "checks.override": { outcome: "passed", reason: "looked at it in person" },
  "checks.add_tag": { tag: "a" },
  "checks.remove_tag": { tag: "a" },
  "checks.redact": {},
  "audit_findings.list": undefined,
  "audit_findings.get": undefined,
  "audit_findings.statistics": undefined,
  "reports.quality": undefined,
  "audit_findings.acknowledge": { note: "looked into by the night shift" },
  "audit_findings.dismiss": { reason: "the note is in another system" },
  "audit_findings.resolve": { outcome: "no_error", note: "checked with the reviewer" },
  "cases.evidence": undefined,
  "cases.preview_evidence": undefined,
  "sessions.report": undefined,
  "sessions.export": undefined,
  "identities.export": undefined,
  "approvals.list": undefined,
  "approvals.get": undefined,
  "approvals.approve": undefined,
  "approvals.reject": { reason: "Not asked for" },
  "exports.get": undefined,
  "exports.download": undefined,
  "sessions.assess_risk": undefined,
  "sessions.decision_replay": undefined,
  "verify.state": undefined,
  "verify.start": undefined,
  "verify.upload": "form",
  "verify.upload_additional": "form",
  "verify.submit": undefined,
  "verify.config": undefined,
  "verify.consent": { granted: true, text_version: "2026-08-01" },
  "verify.liveness": { screen_light: false },
  "verify.complete_liveness": undefined,
  "verify.selfie": "form",
  "verify.questionnaire": { answers: {} },
  "verify.handoff": undefined,
  "sdk.config": undefined,
  "sdk.attest": undefined,
  "sdk.submit_attestation": { platform: "ios", attestation: "bm90IGFuIGF0dGVzdGF0aW9u" },
  "verify.nfc": { nonce: "0011223344556677", sod: "dwEE", data_groups: { dg1: "YQEE", dg2: "dQEE" } },
  "sdk.nfc": undefined,
  "verify.status": undefined,
  "cases.list": undefined,
  "cases.search": {},
  "cases.get": undefined,
  "cases.counts": undefined,
  "cases.create": "session",
  "cases.create_demo": undefined,
  "cases.claim": undefined,
  "cases.claim_next": { priority: ["normal", "high", "urgent"] },
  "cases.release": undefined,
  "cases.assign": { user_id: null },
  "cases.escalate": { reason: "needs a senior look" },
  "cases.approve": {},
  "cases.reject": { reason_codes: ["reviewer_declined"] },
  "cases.reopen": {},
  "cases.request_information": { steps: ["proof_of_address"], message: "Please send a newer bill." },
  "cases.update": { queue: "other" },
  "cases.list_notes": undefined,
  "cases.add_note": { body: "looked at it" },
  "cases.correct_result": { issuer: "Northern Power" },
  "cases.add_tag": { tag: "a" },
  "cases.remove_tag": { tag: "a" },
  "cases.replace_tags": { tags: [] },
  "cases.list_tags": undefined,
  "identities.create": { identification_numbers: [{ type: "passport", value: "XDB112233" }] },
  "identities.list": undefined,
  "identities.get": undefined,
  "identities.update": { identification_numbers: [{ type: "national_id", value: "AB112233" }] },
  "identities.archive": undefined,
  "identities.restore": { resume_monitoring: true },
  "identities.redact": undefined,
  "identities.set_legal_hold": { held: true, reason: "Case 17 of 2026" },
  "identities.add_tag": { tag: "a" },
  "identities.remove_tag": { tag: "a" },
  "identities.replace_tags": { tags: [] },
  "identities.list_tags": undefined,
  "identities.list_sessions": undefined,
  "identities.audit_log": undefined,
  "identities.list_relationships": undefined,
  "identities.create_relationship": { type: "sibling_of", to_id: "fixture-relative" },
  "identities.delete_relationship": undefined,
  "identities.graph": { start_ids: ["fixture-person"] },
  "identities.set_monitoring": { status: "active", cadence: "weekly" },
  "identities.pause_monitoring": { reason: "On leave" },
  "identities.resume_monitoring": undefined,
  "identities.get_monitored_lists": undefined,
  "identities.add_monitored_lists": { lists: ["un_consolidated"] },
  "identities.replace_monitored_lists": { lists: [] },
  "identities.search": {},
  "identities.preview_merge": ({ other_identity_id }: Fixtures) => ({ source_ids: [other_identity_id] }),
  "identities.merge": ({ preview_token }: Fixtures) => ({ preview_token, reason: mergeReason }),
  "identities.unmerge": ({ merge_id }: Fixtures) => ({ merge_id }),
  "identities.mark_apart": {},
  "identities.unmark_apart": undefined,
  "identities.list_duplicates": undefined,
  "identities.list_similar_images": undefined,
  "identities.advanced_search": { where: { eq: [{ var: "identity.status" }, "active"] } },
  "identities.flag": { reason: "Seen with a forged bill" },
  "identities.unflag": {},
  "identities.block": { reason: "Fraud" },
  "identities.unblock": {},
  "screening_subjects.create": { name: "Ada Example" },
  "screening_subjects.list": undefined,
  "screening_subjects.get": undefined,
  "screening_subjects.update": { aliases: ["A. Example"] },
  "screening_subjects.erase": undefined,
  "screening_subjects.pause_monitoring": { reason: "On leave" },
  "screening_subjects.resume_monitoring": undefined,
  "screening_subjects.get_monitored_lists": undefined,
  "screening_subjects.add_monitored_lists": { lists: ["test"] },
  "screening_subjects.replace_monitored_lists": { lists: [] },
  "screenings.run": { subject: { name: "Ada Example" } },
  "screenings.rescreen": {},
  "screenings.list": undefined,
  "screenings.get": undefined,
  "screening_hits.list": undefined,
  "screening_hits.get": undefined,
  "screening_hits.resolve": { review_status: "false_positive" },
  "lists.create": { key: "another", name: "Another", kind: "block", entry_type: "email" },
  "lists.list": undefined,
  "lists.get": undefined,
  "lists.update": { name: "Renamed" },
  "lists.archive": undefined,
  "list_entries.create": { value: "b.person@example.com" },
  "list_entries.list": undefined,
  "list_entries.get": undefined,
  "list_entries.remove": undefined,
  "list_entries.import": "csv",
  "lists.search": { values: [{ type: "email", value: "a.person@example.com" }] },
  "blocklist.add": { entry_type: "phone", value: "+44 20 7946 0001" },
  "blocklist.list": undefined,
  "blocklist.get": undefined,
  "blocklist.delete": undefined,
  "watchlists.create": { key: "another_watchlist", name: "Another" },
  "watchlists.list": undefined,
  "watchlists.get": undefined,
  "watchlists.add_edition": "watchlist",
  "watchlists.list_editions": undefined,
  "watchlists.archive": undefined,
  "webhook_endpoints.create": { url: "https://hooks.acme-example.com/in" },
  "webhook_endpoints.list": undefined,
  "webhook_endpoints.get": undefined,
  "webhook_endpoints.update": { label: "new" },
  "webhook_endpoints.archive": undefined,
  "webhook_endpoints.rotate_secret": {},
  "webhook_endpoints.clone": undefined,
  "webhook_endpoints.test": undefined,
  "webhook_event_types.list": undefined,
  "webhook_deliveries.list": undefined,
  "webhook_deliveries.list_for_session": undefined,
  "webhook_deliveries.retry": undefined,
  "settings.get_proof_of_address": undefined,
  "settings.replace_proof_of_address": {},
  "settings.get_identity_verification": undefined,
  "settings.replace_identity_verification": {},
  "settings.get_organization": undefined,
  "settings.replace_organization": {},
  "settings.preview_retention": {},
  "identity_types.create": { key: "another", label: "Another" },
  "identity_types.list": undefined,
  "identity_types.get": undefined,
  "identity_types.update": { label: "Renamed" },
  "identity_types.archive": undefined,
  "relationship_types.create": { key: "another", label: "Another" },
  "relationship_types.list": undefined,
  "relationship_types.get": undefined,
  "relationship_types.update": { label: "Renamed" },
  "relationship_types.archive": undefined,
  "document_types.create": { key: "another", label: "Another" },
  "document_types.list": undefined,
  "document_types.get": undefined,
  "document_types.update": { label: "Renamed" },
  "document_types.archive": undefined,
  "document_groups.create": { key: "another", label: "Another", document_type_keys: ["fixture_member"] },
  "document_groups.list": undefined,
  "document_groups.get": undefined,
  "document_groups.update": { label: "Renamed" },
  "document_groups.archive": undefined,
  "document_fingerprints.create": { number: "ANOTHER1", document_type: "passport", country: "DE", verdict: "watch" },
  "document_fingerprints.list": undefined,
  "document_fingerprints.get": undefined,
  "document_fingerprints.update": { verdict: "stolen" },
  "document_fingerprints.archive": undefined,
  "custom_field_schemas.create": { key: "another", label: "Another", type: "integer" },
  "custom_field_schemas.list": undefined,
  "custom_field_schemas.get": undefined,
  "custom_field_schemas.update": { label: "Renamed" },
  "custom_field_schemas.archive": undefined,
  "custom_field_schemas.search": { value: "anything" },
  "identities.get_custom_fields": undefined,
  "identities.update_custom_fields": { custom_fields: { fixture: "a value" } },
  "api_keys.list": undefined,
  "api_keys.create": { name: "another" },
  "api_keys.get": undefined,
  "api_keys.update": { name: "renamed" },
  "api_keys.revoke": { reason: "rotated" },
  "api_keys.clone": { name: "nightly export" },
  "api_keys.expire": {},
  "audit_log.list": undefined,
  "receipts.list": undefined,
  "receipts.public_key": undefined,
  "receipts.get": undefined,
  "audit_log.list_anchors": undefined,
  "reason_codes.list": undefined,
  "rate_limits.list": undefined
}

/** Method, path and body of a valid request of an operation. */
export const requestFor = (contract: { readonly name: string; readonly method: string; readonly path: string }, fixtures: Fixtures) => {
  const known: Readonly<Record<string, string>> = fixtures
  const described = validBodies[contract.name]
  const body: unknown = typeof described === "function" ? described(fixtures) : described
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) throw new Error(`no fixture for {${name}} of ${contract.name}`)
    return value
  })
  const content =
    body === "form"
      ? { raw: aForm() }
      : body === "csv"
        ? { raw: aForm({}, new TextEncoder().encode("value\nc.person@example.com\n")) }
        : body === "watchlist"
          ? { raw: aForm({ mapping: '{"name": "name"}' }, new TextEncoder().encode("name\nDilip Fixtureman\n")) }
          : body === "session"
            ? { body: { session_id: fixtures.session_id } }
            : body === undefined
              ? {}
              : { body }
  return { method: contract.method, path, content }
}
