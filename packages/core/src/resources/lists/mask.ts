import type { EntryType, MatchMode } from "./kinds.ts"

const hidden = "***"
const shownInitials = 4

const initials = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, shownInitials)
    .map((word) => `${[...word][0] ?? ""}.`)
    .join(" ") || hidden

const firstOf = (text: string): string => [...text][0] ?? ""

const email = (text: string): string => {
  const at = text.lastIndexOf("@")
  if (at < 1) return hidden
  const domain = text.slice(at + 1)
  const dot = domain.lastIndexOf(".")
  return `${firstOf(text)}${hidden}@${firstOf(domain)}${hidden}${dot < 1 ? "" : domain.slice(dot).slice(0, 20)}`
}

/** A few of the last characters, where enough others stay hidden. */
const ending = (text: string): string => {
  const characters = [...text]
  const shown = characters.length >= 12 ? 4 : characters.length >= 6 ? 2 : 0
  return shown === 0 ? hidden : `${hidden}${characters.slice(-shown).join("")}`
}

const network = (text: string): string => {
  const [address = "", bits] = text.split("/", 2)
  const length = bits === undefined ? "" : `/${bits.slice(0, 3)}`
  if (!address.includes(":")) return `${address.split(".").slice(0, 2).join(".")}.*.*${length}`
  return `${address.split(":").slice(0, 2).join(":")}:*${length}`
}

/** What lists show in place of a value: enough to recognise one's own entry by, too little to learn a stranger's data from. */
export const masked = ({ mode, type, value }: { readonly type: EntryType; readonly mode: MatchMode; readonly value: string }): string => {
  const text = value.trim().toWellFormed()
  // Neither the domain of a mail service nor a country is anybody's personal data.
  if (mode === "domain" || type === "country") return text.slice(0, 255)
  switch (type) {
    case "name":
      return initials(text)
    case "email":
      return email(text)
    case "ip_address":
      return network(text)
    default:
      return ending(text)
  }
}
