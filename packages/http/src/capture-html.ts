import type { CaptureState } from "@vouchkit/core/capture/model"
import { countries } from "@vouchkit/core/foundation/country"

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

const styles = `
:root{color-scheme:light dark}
body{font:18px/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}
main{max-width:38rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25}
.sandbox{background:#fff3bf;color:#3d3000;padding:.5rem 1rem;text-align:center;margin:0}
.problem{border:2px solid #b00020;border-radius:.5rem;padding:.75rem 1rem}
fieldset{border:1px solid GrayText;border-radius:.5rem;padding:1rem;margin:1.5rem 0}
legend{font-weight:600;padding:0 .5rem}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
.hint{font-weight:400;display:block;font-size:.9em}
input,select{font:inherit;width:100%;box-sizing:border-box;padding:.6rem;border:1px solid GrayText;border-radius:.4rem;background:Field;color:FieldText}
button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.4rem;background:#0b57d0;color:#fff;margin-top:1.25rem;cursor:pointer}
button:focus-visible,input:focus-visible,select:focus-visible,a:focus-visible{outline:3px solid #f9ab00;outline-offset:2px}
li{margin:.4rem 0}
`

const layout = (
  title: string,
  body: string,
  options: { readonly refresh?: boolean; readonly sandbox?: boolean } = {}
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
${options.refresh === true ? '<meta http-equiv="refresh" content="3">\n' : ""}<title>${escaped(title)}</title>
<style>${styles}</style>
</head>
<body>
${options.sandbox === true ? '<p class="sandbox">Sandbox: nothing here is real, results are simulated.</p>\n' : ""}<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`

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

const uploaded = ({ accepted_types, documents }: CaptureState): string => {
  if (documents.length === 0) return ""
  const items = documents.map(({ poa_document_type, rejection, status }) => {
    const label = accepted_types.find(({ key }) => key === poa_document_type)?.label ?? "Document"
    const advice = rejection === null ? "" : ` ${rejectionWords[rejection.code] ?? "Please upload another one."}`
    return `<li>${escaped(label)}: ${documentWords[status]}.${escaped(advice)}</li>`
  })
  return `<h2>What you have sent</h2>\n<ul>${items.join("\n")}</ul>`
}

const uploadForm = ({ accepted_types, issuing_country }: CaptureState, action: string): string => {
  const types = accepted_types.map(({ key, label }) => `<option value="${key}">${escaped(label)}</option>`).join("")
  const places = countries
    .map(({ code, name }) => `<option value="${code}"${code === issuing_country ? " selected" : ""}>${escaped(name)}</option>`)
    .join("")
  return `<form method="post" enctype="multipart/form-data" action="${action}/documents">
<fieldset>
<legend>Proof of address</legend>
<p>Upload a document that shows your name, your address and a recent date.</p>
<label for="type">What kind of document is it?</label>
<select id="type" name="poa_document_type"><option value="">I am not sure</option>${types}</select>
<label for="country">Which country was it issued in?</label>
<select id="country" name="poa_issuing_country"><option value="">I am not sure</option>${places}</select>
<label for="file">The document <span class="hint">PDF, JPEG, PNG, WebP or TIFF, at most 15 MB and 20 pages</span></label>
<input id="file" name="file" type="file" required accept="application/pdf,image/jpeg,image/png,image/webp,image/tiff">
<button>Upload</button>
</fieldset>
</form>`
}

const submitForm = (action: string): string => `<form method="post" action="${action}/submit">
<p>Have you sent everything? Once you submit, you cannot add more.</p>
<button>Submit</button>
</form>`

const titles: Readonly<Record<CaptureState["phase"], string>> = {
  open: "Verify your address",
  more_needed: "Please send another document",
  processing: "Checking your documents",
  finished: "You are done",
  expired: "This verification has expired"
}

/** The page of a verification link: plain forms that work without scripts and with assistive technology. */
export const capturePage = (state: CaptureState, action: string, problem: string | null): string => {
  const asking = state.phase === "open" || state.phase === "more_needed"
  const parts = [
    problem === null ? "" : `<p class="problem" role="alert">${escaped(problem)}</p>`,
    `<p role="status">${escaped(state.message)}</p>`,
    uploaded(state),
    asking ? uploadForm(state, action) : "",
    asking && state.can_submit ? submitForm(action) : "",
    !asking && state.redirect_url !== null ? `<p><a href="${escaped(state.redirect_url)}" rel="noreferrer">Go back</a></p>` : ""
  ]
  return layout(titles[state.phase], parts.filter((part) => part !== "").join("\n"), {
    refresh: state.phase === "processing",
    sandbox: state.environment === "sandbox"
  })
}

/** What stands in front of a link that came by mail, until the person opens it. */
export const capturePageClosed = (action: string): string =>
  layout(
    "Verify your details",
    `<p>Have a document at hand that shows your name, your address and a recent date. From here on this link works in this browser only.</p>
<form method="post" action="${action}/open"><button>Continue</button></form>`
  )

/** What the holder of a link sees that leads nowhere. */
export const capturePageRefused = (title: string, detail: string): string => layout(title, `<p>${escaped(detail)}</p>`)
