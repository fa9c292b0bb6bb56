import { ApiKeyStore, apiKeys } from "@vouchkit/core/kernel/authentication/api-keys"
import { AuditLog, auditEntries } from "@vouchkit/core/kernel/audit/log"
import { CaseNoteStore, CaseStore, caseNotes, cases } from "@vouchkit/core/resources/cases/model"
import { CheckStore, checks } from "@vouchkit/core/resources/checks/model"
import { DocumentStore, documents } from "@vouchkit/core/resources/documents/model"
import { HitStore, hits } from "@vouchkit/core/resources/screening/hits/model"
import { MonitorStore, screeningMonitors } from "@vouchkit/core/resources/screening/monitoring/model"
import { DecisionStore, hitDecisions } from "@vouchkit/core/resources/screening/hits/decisions"
import { ScreeningStore, screenings } from "@vouchkit/core/resources/screening/screening-model"
import { SubjectStore, screeningSubjects } from "@vouchkit/core/resources/screening/subjects/model"
import { ListEntryStore, ListStore, customerLists, listEntries } from "@vouchkit/core/resources/lists/model"
import { ChallengeStore, nfcChallenges } from "@vouchkit/core/resources/nfc/challenge"
import { AttemptStore, attempts } from "@vouchkit/core/resources/sessions/attempts"
import { LinkStore, links } from "@vouchkit/core/resources/sessions/links/model"
import { SessionStore, sessions } from "@vouchkit/core/resources/sessions/model"
import { IdentityVerificationStore, identityVerification } from "@vouchkit/core/resources/settings/identity-verification"
import { SettingsStore, settings } from "@vouchkit/core/resources/settings/store"
import type { Collection, Columns, Shape, StoredRecord } from "@vouchkit/core/kernel/storage/collection"
import {
  DeliveryStore,
  EndpointStore,
  EventStore,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents
} from "@vouchkit/core/resources/webhooks/model"
import { Effect, Layer } from "effect"

/** Every kind of record, once: what makes a collection of a shape is the adapter's, and none can be forgotten by one of them. */
export const collectionLayers = <R>(
  make: Effect.Effect<<Row extends StoredRecord, C extends Columns>(shape: Shape<Row, C>) => Collection<Row, C>, never, R>
) =>
  Layer.mergeAll(
    Layer.effect(ApiKeyStore)(Effect.map(make, (of) => of(apiKeys))),
    Layer.effect(AuditLog)(Effect.map(make, (of) => of(auditEntries))),
    Layer.effect(CaseStore)(Effect.map(make, (of) => of(cases))),
    Layer.effect(CaseNoteStore)(Effect.map(make, (of) => of(caseNotes))),
    Layer.effect(CheckStore)(Effect.map(make, (of) => of(checks))),
    Layer.effect(DocumentStore)(Effect.map(make, (of) => of(documents))),
    Layer.effect(SubjectStore)(Effect.map(make, (of) => of(screeningSubjects))),
    Layer.effect(ScreeningStore)(Effect.map(make, (of) => of(screenings))),
    Layer.effect(HitStore)(Effect.map(make, (of) => of(hits))),
    Layer.effect(DecisionStore)(Effect.map(make, (of) => of(hitDecisions))),
    Layer.effect(MonitorStore)(Effect.map(make, (of) => of(screeningMonitors))),
    Layer.effect(ListStore)(Effect.map(make, (of) => of(customerLists))),
    Layer.effect(ListEntryStore)(Effect.map(make, (of) => of(listEntries))),
    Layer.effect(ChallengeStore)(Effect.map(make, (of) => of(nfcChallenges))),
    Layer.effect(AttemptStore)(Effect.map(make, (of) => of(attempts))),
    Layer.effect(LinkStore)(Effect.map(make, (of) => of(links))),
    Layer.effect(SessionStore)(Effect.map(make, (of) => of(sessions))),
    Layer.effect(SettingsStore)(Effect.map(make, (of) => of(settings))),
    Layer.effect(IdentityVerificationStore)(Effect.map(make, (of) => of(identityVerification))),
    Layer.effect(EndpointStore)(Effect.map(make, (of) => of(webhookEndpoints))),
    Layer.effect(EventStore)(Effect.map(make, (of) => of(webhookEvents))),
    Layer.effect(DeliveryStore)(Effect.map(make, (of) => of(webhookDeliveries)))
  )
