import { legible } from "@vouchkit/core/kernel/foundation/unicode"

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }
/** Text as it stands in HTML and in its attributes, with what no one would see marked. */
export const escaped = (text: string): string => legible(text).replace(/[&<>"']/g, (character) => entities[character] ?? "")

const styles = `
:root{color-scheme:light dark}
body{font:18px/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}
main{max-width:38rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25}
h2{font-size:1.2rem;margin-top:2rem}
.sandbox{background:#fff3bf;color:#3d3000;padding:.5rem 1rem;text-align:center;margin:0}
.problem{border:2px solid #b00020;border-radius:.5rem;padding:.75rem 1rem}
fieldset{border:1px solid GrayText;border-radius:.5rem;padding:1rem;margin:1.5rem 0}
legend{font-weight:600;padding:0 .5rem}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
.hint{font-weight:400;display:block;font-size:.9em}
input,select{font:inherit;width:100%;box-sizing:border-box;padding:.6rem;border:1px solid GrayText;border-radius:.4rem;background:Field;color:FieldText}
button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.4rem;background:#0b57d0;color:#fff;margin-top:1.25rem;cursor:pointer}
button:focus-visible,input:focus-visible,select:focus-visible,a:focus-visible,pre:focus-visible{outline:3px solid #f9ab00;outline-offset:2px}
.logo{display:block;max-width:12rem;max-height:4rem}
li{margin:.4rem 0}
pre{border:1px solid GrayText;border-radius:.5rem;padding:.75rem 1rem;overflow-x:auto;font-size:.8em}
`

/** Nothing is loaded and no script runs; forms go to this service alone. */
export const plainPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The same for pages with a picture that is part of them. */
export const picturePagePolicy = `${plainPagePolicy}; img-src data:`

export interface PageOptions {
  /** The page loads itself again every three seconds. */
  readonly refresh?: boolean
  readonly sandbox?: boolean
  readonly meta?: ReadonlyArray<string>
  /** Whose page it is: a picture as a `data:` address, and a colour in hexadecimal digits. */
  readonly branding?: { readonly name: string; readonly logo: string | null; readonly accent: string | null }
}

/** A colour is checked where it is set, and once more where it becomes part of a page. */
const accentStyle = (accent: string | null | undefined): string =>
  typeof accent === "string" && /^#[0-9a-fA-F]{6}$/u.test(accent) ? `button{background:${accent}}\n` : ""

const logoOf = (branding: PageOptions["branding"]): string =>
  branding === undefined || branding.logo === null
    ? ""
    : `<img class="logo" src="${escaped(branding.logo)}" alt="${escaped(branding.name)}">\n`

/** A page of this service that works without scripts, with a title, which is escaped, and a body of HTML. */
export const plainPage = (
  title: string,
  body: string,
  { branding, meta = [], refresh = false, sandbox = false }: PageOptions = {}
): string => {
  const head = [...meta, ...(refresh ? ['<meta http-equiv="refresh" content="3">'] : [])].map((line) => `${line}\n`).join("")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escaped(title)}</title>
<style>${styles}${accentStyle(branding?.accent)}</style>
</head>
<body>
${sandbox ? '<p class="sandbox">Sandbox: nothing here is real, results are simulated.</p>\n' : ""}<main>
${logoOf(branding)}<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`
}
