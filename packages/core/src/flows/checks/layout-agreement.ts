import { Effect } from "effect"
import { LayoutStore } from "../../resources/layout-templates/model.ts"
import { layoutKeys, openLayout } from "../../resources/layout-templates/sealed.ts"
import type { LayoutAgreement } from "../../verification/layout-agreement.ts"
import type { DocumentLayout } from "../../verification/layout-templates/documents.ts"
import { type KnownFingerprint, layoutAgreement } from "../../verification/layout-templates/template.ts"

/** Fingerprints of one layout that are looked at, the newest first. */
const mostKnown = 50
/** Fingerprints that a check names as what it rests on. */
const mostNamed = 10

/** How a document stands to what was learnt, and the fingerprints that this rests on. */
interface Likeness extends LayoutAgreement {
  readonly rests_on: ReadonlyArray<string>
}

/** The layouts of one issuer, type, country and side that stand. */
export const standingLayouts = Effect.fnUntraced(function* (layout_key: string) {
  return yield* (yield* LayoutStore).list({
    where: [
      { field: "layout_key", op: "eq", value: layout_key },
      { field: "state", op: "eq", value: "standing" }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: mostKnown
  })
})

const likenessOf = Effect.fnUntraced(function* ({ fingerprint, subject }: Pick<DocumentLayout, "fingerprint" | "subject">) {
  const { layout_key } = yield* layoutKeys(subject, fingerprint.medium)
  const known: Array<KnownFingerprint> = []
  for (const { id, sealed } of yield* standingLayouts(layout_key)) {
    if (sealed !== null) known.push({ id, fingerprint: yield* openLayout(id, sealed) })
  }
  const found = layoutAgreement(fingerprint, known)
  const likeness: Likeness = { ...found, rests_on: found.rests_on.slice(0, mostNamed) }
  return likeness
})

/**
 * How all pictures of one document stand to the templates of its issuer, as one: each has to agree, but for a back that shows too little of its layout
 * for anyone to know it by. Null where nothing says whose layout it would be.
 */
export const agreementOf = Effect.fnUntraced(function* (layouts: ReadonlyArray<Pick<DocumentLayout, "fingerprint" | "subject">>) {
  const found = yield* Effect.forEach(layouts, (layout) =>
    Effect.map(likenessOf(layout), (likeness) => ({ ...likeness, side: layout.subject.side }))
  )
  const counted = found.filter(({ result, side }) => side !== "back" || result !== "unknown")
  const [first] = counted
  if (first === undefined) return null
  const result =
    (["differs", "unknown", "no_template"] as const).find((one) => counted.some((likeness) => likeness.result === one)) ?? "agrees"
  const combined: Likeness = {
    result,
    templates: Math.min(...counted.map(({ templates }) => templates)),
    rests_on: result === "agrees" ? counted.flatMap(({ rests_on }) => rests_on) : []
  }
  return combined
})

/** What a check reports of it. */
export const layoutOf = ({ result, templates }: Likeness): LayoutAgreement => ({ result, templates })
