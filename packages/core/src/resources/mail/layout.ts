import { legible } from "../../kernel/foundation/unicode.ts"
import type { MailMessage } from "./mailer.ts"

/** What a mail is made of, from top to bottom. */
type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "list"; readonly title: string; readonly items: ReadonlyArray<string> }
  /** The address is written out in both forms, so that the reader sees where it leads. */
  | { readonly type: "link"; readonly label: string; readonly url: string }
  /** An address to look at besides, which is no button. */
  | { readonly type: "reference"; readonly label: string; readonly url: string }

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }
const escaped = (text: string): string => legible(text).replace(/[&<>"']/g, (character) => entities[character] ?? "")

const longestLine = 200
/** Text from elsewhere as it may stand in a subject or a sentence: one line, without signs that no one sees or that turn text around. */
export const oneLine = (text: string): string => {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  return [...plain].slice(0, longestLine).join("")
}

const plain = (block: Block): string => {
  switch (block.type) {
    case "text":
      return block.text
    case "list":
      return [block.title, ...block.items.map((item) => `- ${item}`)].join("\n")
    case "link":
    case "reference":
      return `${block.label}:\n${block.url}`
  }
}

const standardAccent = "#0b57d0"
const buttonOf = (accent: string): string =>
  `display:inline-block;padding:12px 24px;border-radius:6px;background:${escaped(accent)};color:#ffffff;text-decoration:none;font-weight:600`

const marked = (block: Block, accent: string): string => {
  switch (block.type) {
    case "text":
      return `<p>${escaped(block.text)}</p>`
    case "list":
      return `<p>${escaped(block.title)}</p>\n<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`
    case "link":
      return `<p><a href="${escaped(block.url)}" style="${buttonOf(accent)}">${escaped(block.label)}</a></p>\n<p style="word-break:break-all">${escaped(block.url)}</p>`
    case "reference":
      return `<p>${escaped(block.label)}: <a href="${escaped(block.url)}">${escaped(block.url)}</a></p>`
  }
}

/** Both forms of a mail from one list of blocks. Nothing in it is fetched from anywhere, so that opening it tells no one. */
export const compose = ({
  accent = standardAccent,
  blocks,
  language,
  subject
}: {
  /** Colour of the button, in hexadecimal digits. */
  readonly accent?: string
  readonly language: string
  readonly subject: string
  readonly blocks: ReadonlyArray<Block>
}): Pick<MailMessage, "subject" | "text" | "html" | "language"> => ({
  subject,
  language,
  text: legible(`${blocks.map(plain).join("\n\n")}\n`),
  html: `<!doctype html>
<html lang="${escaped(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:38rem;margin:0 auto;padding:24px 16px">
${blocks.map((block) => marked(block, accent)).join("\n")}
</body>
</html>
`
})
