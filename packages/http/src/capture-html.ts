import { isSimulated } from "@vouchkit/core/kernel/foundation/environment"
import type { CaptureState } from "@vouchkit/core/flows/capture/model"
import { countries } from "@vouchkit/core/kernel/foundation/country"
import { escaped, type PageOptions, plainPage } from "./plain-page.ts"

/** Every page of a link: kept out of search engines, and its address kept from other sites. */
const layout = (title: string, body: string, options: Omit<PageOptions, "meta"> = {}): string =>
  plainPage(title, body, { ...options, meta: ['<meta name="robots" content="noindex">', '<meta name="referrer" content="no-referrer">'] })

const documentWords: Readonly<Record<CaptureState["documents"][number]["status"], string>> = {
  uploaded: "received, being read",
  processing: "received, being read",
  processed: "received",
  rejected: "could not be read",
  failed: "could not be processed",
  redacted: "erased"
}
const rejectionWords: Readonly<Record<string, string>> = {
  encrypted: "The file is protected by a password. Save it without one and upload it again.",
  too_many_pages: "The file has more than 20 pages. Upload the pages that show your name, address and the date.",
  unreadable: "The file could not be read. Try a sharper scan or photo, or the original PDF."
}

const kindWords: Readonly<Record<CaptureState["documents"][number]["kind"], string>> = {
  identity: "Identity document",
  proof_of_address: "Document",
  supporting: "Document",
  selfie: "Picture of your face",
  nfc_data: "Chip"
}

const uploaded = ({ accepted_types, documents }: CaptureState): string => {
  if (documents.length === 0) return ""
  const items = documents.map(({ kind, poa_document_type, rejection, status }) => {
    const label = accepted_types.find(({ key }) => key === poa_document_type)?.label ?? kindWords[kind]
    const advice = rejection === null ? "" : ` ${rejectionWords[rejection.code] ?? "Please upload another one."}`
    return `<li>${escaped(label)}: ${documentWords[status]}.${escaped(advice)}</li>`
  })
  return `<h2>What you have uploaded</h2>\n<ul>${items.join("\n")}</ul>`
}

/** One form to send a file of the kind with. */
const fileForm = (
  action: string,
  {
    accept,
    extra = "",
    hint,
    id,
    kind,
    label,
    legend,
    text
  }: Readonly<Record<"accept" | "hint" | "id" | "kind" | "label" | "legend" | "text", string>> & {
    readonly extra?: string
  }
): string => `<form method="post" enctype="multipart/form-data" action="${action}/documents">
<fieldset>
<legend>${legend}</legend>
<p>${text}</p>
<input type="hidden" name="kind" value="${kind}">
${extra}<label for="${id}">${label} <span class="hint">${hint}</span></label>
<input id="${id}" name="file" type="file" required accept="${accept}">
<button>Upload</button>
</fieldset>
</form>`

const pictures = "image/jpeg,image/png,image/webp,image/tiff"
const anyFile = `application/pdf,${pictures}`

const addressForm = ({ accepted_types, issuing_country }: CaptureState, action: string): string => {
  const types = accepted_types.map(({ key, label }) => `<option value="${key}">${escaped(label)}</option>`).join("")
  const places = countries
    .map(({ code, name }) => `<option value="${code}"${code === issuing_country ? " selected" : ""}>${escaped(name)}</option>`)
    .join("")
  return fileForm(action, {
    kind: "proof_of_address",
    id: "file",
    legend: "Proof of address",
    text: "Upload a document that shows your name, your address and a recent date.",
    extra: `<label for="type">What kind of document is it?</label>
<select id="type" name="poa_document_type"><option value="">I am not sure</option>${types}</select>
<label for="country">Which country was it issued in?</label>
<select id="country" name="poa_issuing_country"><option value="">I am not sure</option>${places}</select>
`,
    label: "The document",
    hint: "PDF, JPEG, PNG, WebP or TIFF, at most 15 MB and 20 pages",
    accept: anyFile
  })
}

const identityForm = ({ resume_state: { missing_sides } }: CaptureState, action: string): string =>
  fileForm(action, {
    kind: "identity",
    id: "identity",
    legend: "Identity document",
    text:
      missing_sides.length === 0
        ? "Upload a sharp picture of your passport, or of each side of your card, with all its corners."
        : `Upload the ${missing_sides.join(" and the ")} of your document as well.`,
    label: "The picture",
    hint: "JPEG, PNG, WebP, TIFF or PDF, at most 15 MB",
    accept: anyFile
  })

const selfieForm = (action: string): string =>
  fileForm(action, {
    kind: "selfie",
    id: "selfie",
    legend: "Your face",
    text: "Upload a picture of your face from the front, in good light. No one else may be in it.",
    label: "The picture",
    hint: "JPEG, PNG, WebP or TIFF, at most 15 MB",
    accept: pictures
  })

const elsewhere = { nfc: "the chip of your document", questionnaire: "some answers", consent: "your consent" } as const

/** What else is asked for, which these forms cannot take. */
const restOf = ({ steps }: CaptureState): string => {
  const names = steps.flatMap(({ completed, step }) => (!completed && step in elsewhere ? [elsewhere[step as keyof typeof elsewhere]] : []))
  return names.length === 0
    ? ""
    : `<p>Also needed: ${names.join(", ")}. You cannot send this on this page. Use the app of the company that sent you the link, or ask them.</p>`
}

const ageOf = ({ max_age_days = null }: { readonly max_age_days?: number | null }): string =>
  max_age_days === null ? "" : `, at most ${max_age_days} days old`

/** One form for each thing that is still wanted; a group names all of its types, of which some are. */
const supportingForms = ({ supporting_documents }: CaptureState, action: string): string =>
  (supporting_documents ?? [])
    .map(({ completed, key, kind, label, min_required, types }) => {
      const choices = types.map((type) => `<option value="${type.key}">${escaped(type.label)}${ageOf(type)}</option>`).join("")
      const places = countries.map(({ code, name }) => `<option value="${code}">${escaped(name)}</option>`).join("")
      const sided = types.some(({ sides }) => sides.length > 0)
      const id = `${kind}-${key}`
      return fileForm(action, {
        kind: "supporting",
        id,
        legend: escaped(label),
        text: completed
          ? "You have sent this. You may send another file."
          : kind === "document_group"
            ? `Upload documents of at least ${min_required} of these kinds.`
            : "Upload this document.",
        extra: `<label for="${id}-type">What kind of document is it?</label>
<select id="${id}-type" name="document_subtype">${choices}</select>
${
  sided
    ? `<label for="${id}-side">Which side is it?</label>
<select id="${id}-side" name="side"><option value="front">Front</option><option value="back">Back</option><option value="spread">Both</option></select>
`
    : ""
}${
  types.some(({ countries: accepted }) => accepted.length > 0)
    ? `<label for="${id}-country">Which country was it issued in?</label>
<select id="${id}-country" name="issuing_country">${places}</select>
`
    : ""
}`,
        label: "The document",
        hint: "PDF, JPEG, PNG, WebP or TIFF, at most 15 MB and 20 pages",
        accept: anyFile
      })
    })
    .join("\n")

/** A form that is not needed any more, which may still be used. */
const collapsed = (form: string, step: string): string => `<details>
<summary>${step}: sent. Send another one</summary>
${form}
</details>`

/** A form for each step that takes files, first those that are missing; one that is done may be given another file, and is folded away where others are not. */
const uploadForms = (state: CaptureState, action: string): string => {
  const forms = {
    document: { form: () => identityForm(state, action), name: "Identity document" },
    selfie: { form: () => selfieForm(action), name: "Your face" },
    proof_of_address: { form: () => addressForm(state, action), name: "Proof of address" },
    supporting_documents: { form: () => supportingForms(state, action), name: "Other documents" }
  } as const
  const shown = state.steps.flatMap(({ completed, step }) => (step in forms ? [{ completed, ...forms[step as keyof typeof forms] }] : []))
  const missing = shown.filter(({ completed }) => !completed)
  const done = shown.filter(({ completed }) => completed)
  return [
    ...missing.map(({ form }) => form()),
    ...done.map(({ form, name }) => (missing.length === 0 ? form() : collapsed(form(), name)))
  ].join("\n")
}

const submitForm = (action: string): string => `<form method="post" action="${action}/submit">
<p>Have you sent everything? Once you submit, you cannot add more.</p>
<button>Submit</button>
</form>`

const titles: Readonly<Record<CaptureState["phase"], string>> = {
  open: "Verify your details",
  more_needed: "Please send another document",
  processing: "Checking your documents",
  finished: "You are done",
  expired: "This verification has expired"
}

/** What the person came for, in the words of the steps. */
const titleOf = ({ phase, steps }: CaptureState): string =>
  phase === "open" && steps.every(({ step }) => step === "proof_of_address") ? "Verify your address" : titles[phase]

/** The page of a verification link: plain forms that work without scripts and with assistive technology. */
export const capturePage = (state: CaptureState, action: string, problem: string | null): string => {
  const asking = state.phase === "open" || state.phase === "more_needed"
  const parts = [
    problem === null ? "" : `<p class="problem" role="alert">${escaped(problem)}</p>`,
    `<p role="status">${escaped(state.message)}</p>`,
    ...(state.information_request === null ? [] : [`<blockquote>${escaped(state.information_request.message)}</blockquote>`]),
    uploaded(state),
    asking ? uploadForms(state, action) : "",
    asking ? restOf(state) : "",
    asking && state.can_submit ? submitForm(action) : "",
    !asking && state.redirect_url !== null ? `<p><a href="${escaped(state.redirect_url)}" rel="noreferrer">Go back</a></p>` : "",
    state.branding.support_url === null
      ? ""
      : `<p><a href="${escaped(state.branding.support_url)}" rel="noreferrer">Help from ${escaped(state.branding.name)}</a></p>`
  ]
  return layout(titleOf(state), parts.filter((part) => part !== "").join("\n"), {
    refresh: state.phase === "processing",
    sandbox: isSimulated(state.environment),
    branding: state.branding
  })
}

/** What stands in front of a link until a person opens it. */
export const capturePageClosed = (action: string): string =>
  layout(
    "Verify your details",
    `<p>Have the documents at hand that you were asked for. From here on this link works in this browser only.</p>
<form method="post" action="${action}/open"><button>Continue</button></form>`
  )

/** What the holder of a link sees that leads nowhere. */
export const capturePageRefused = (title: string, detail: string): string => layout(title, `<p>${escaped(detail)}</p>`)
