import { Effect, Schema } from "effect"
import { Caller } from "../../../kernel/access/caller.ts"
import { Conflict, MissingScope } from "../../../kernel/foundation/failure.ts"
import { CalendarDate, line, Timestamp } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { findIdentity } from "../../../resources/identities/change.ts"
import { IdentityId, IdentityReference, type StoredIdentity } from "../../../resources/identities/model.ts"
import { openDetails } from "../../../resources/identities/sealed.ts"
import { SessionId } from "../../../resources/sessions/model.ts"
import { SessionStatus } from "../../../resources/sessions/status.ts"
import { candidatesFor } from "./candidates.ts"
import { comparePair, nameScores } from "./compare.ts"
import { facesLike, likelyFace } from "./faces.ts"
import { agreements, bandOf, bands, comparedFields } from "./weights.ts"

const access = scopes("identities:read")
const params = { identity_id: IdentityReference }
const mostShown = 20
const mostImages = 10
const personal = { "x-personal": true } as const

const Compared = Schema.Struct({
  field: Schema.Literals(comparedFields),
  agreement: Schema.Literals(agreements).annotate({
    description:
      "`shared_by_many`: more than ten identities have the value, so that it counts for nothing; `unknown`: one of the two has none"
  }),
  weight: Schema.Finite.annotate({ description: "What the field adds to the score, in bits" })
}).annotate({ identifier: "DuplicateEvidence" })

const Duplicate = Schema.Struct({
  identity_id: IdentityId,
  display_name: Schema.NullOr(line(600, personal)),
  date_of_birth: Schema.NullOr(CalendarDate.annotate(personal)),
  score: Schema.Finite,
  band: Schema.Literals(["likely", "possible"]).annotate({
    description: `\`likely\` from a score of ${bands.likely}, \`possible\` from ${bands.possible}`
  }),
  fields: Schema.Array(Compared).check(Schema.isMaxLength(comparedFields.length))
}).annotate({ identifier: "DuplicateIdentity" })

/** Faces are shown to those alone who may see what verifications found. */
const maySeeFaces = Effect.map(Caller, ({ credential }) => credential.type !== "api_key" || credential.scopes.has("verifications:read"))

const partyOf = (row: StoredIdentity) => Effect.map(openDetails(row), (details) => ({ row, details }))

const list = operation(
  {
    summary: "Find identities that may be the same person",
    description:
      "Up to 20, the highest score first, each with what speaks for it and against it. Nothing merges by itself. Pairs that were marked with `do-not-merge` are left out. Faces count only for keys with `verifications:read`.",
    method: "GET",
    path: "/identities/{identity_id}/duplicates",
    access,
    effect: "read",
    quota: "search",
    params,
    output: Schema.Struct({
      data: Schema.Array(Duplicate).check(Schema.isMaxLength(mostShown)),
      complete: Schema.Boolean.annotate({ description: "False where more had to be compared than one search looks at" })
    }).annotate({ identifier: "DuplicateIdentities" }),
    moved: true
  },
  Effect.fnUntraced(function* ({ identity_id }) {
    const own = yield* partyOf(yield* findIdentity(identity_id))
    const { cut, documents, faces, many, rows } = yield* candidatesFor(own, yield* maySeeFaces)
    const names = nameScores(own.row, rows)
    const found = yield* Effect.forEach(rows, (row) =>
      Effect.map(partyOf(row), (other) => {
        const evidence = { document: documents.has(row.id), face: faces.get(row.id), name: names.get(row.id), many }
        return { row, ...comparePair(own, other, evidence) }
      })
    )
    const data = found
      .toSorted((one, other) => other.score - one.score || (one.row.id < other.row.id ? -1 : 1))
      .flatMap(({ fields, row, score }) => {
        const band = bandOf(score)
        const { date_of_birth, display_name, id } = row
        return band === null ? [] : [{ identity_id: id, display_name, date_of_birth, score, band, fields }]
      })
    return { data: data.slice(0, mostShown), complete: !cut }
  })
)

const SimilarImage = Schema.Struct({
  session_id: SessionId,
  identity_id: Schema.NullOr(IdentityId),
  status: SessionStatus,
  similarity: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  band: Schema.Literals(["likely", "possible"]).annotate({ description: "`likely` from 0.90, `possible` from 0.80" }),
  created_at: Timestamp
}).annotate({ identifier: "SimilarImage" })

const similarImages = operation(
  {
    summary: "Find sessions that show a similar face",
    description:
      "The ten nearest to the newest face of the identity, its own sessions left out. Needs `verifications:read` beside `identities:read`, and is not open to agents. Answers 409 `no_face` where no session of the identity has a face of the current model.",
    method: "GET",
    path: "/identities/{identity_id}/similar-images",
    access,
    effect: "read",
    quota: "search",
    params,
    output: Schema.Struct({
      data: Schema.Array(SimilarImage).check(Schema.isMaxLength(mostImages)),
      complete: Schema.Boolean.annotate({ description: "False where there are more faces than one search looks at" })
    }).annotate({ identifier: "SimilarImages" }),
    conflicts: ["no_face"],
    moved: true
  },
  Effect.fnUntraced(function* ({ identity_id }) {
    if (!(yield* maySeeFaces)) return yield* new MissingScope({ accepted: ["verifications:read"] })
    const like = yield* facesLike((yield* findIdentity(identity_id)).id)
    if (like === null) {
      return yield* new Conflict({
        code: "no_face",
        detail: "No session of this identity has a face that the current model can compare. A session with a selfie brings one."
      })
    }
    const data = like.found.slice(0, mostImages).map(({ score, session }) => ({
      session_id: session.id,
      identity_id: session.identity_id,
      status: session.status,
      similarity: score,
      band: score >= likelyFace ? ("likely" as const) : ("possible" as const),
      created_at: session.created_at
    }))
    return { data, complete: like.complete }
  })
)

export const identityDuplicates = operations("identities", { listDuplicates: list, listSimilarImages: similarImages })
