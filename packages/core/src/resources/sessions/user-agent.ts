/** What a user agent says of the device, as far as browsers still say it; null where it says nothing known. */
export interface NamedDevice {
  /** The system, with its first number where browsers tell the true one: `Android 14`, `iOS 17`, `Windows`. */
  readonly os: string | null
  /** The browser with its first number, such as `Firefox 131`. */
  readonly browser: string | null
}

/** Longer ones are cut; the rules below look at nothing behind it. */
const longest = 500

/** The digits that follow `token`, at most four; null where the text lacks it. */
const numberBehind = (text: string, token: string): string | null => {
  const at = text.indexOf(token)
  return at === -1 ? null : (/^[0-9]{1,4}/u.exec(text.slice(at + token.length))?.[0] ?? "")
}

/** Most browsers name others as well, so that the one that only they name is looked for first. */
const browsers = [
  ["EdgA/", "Edge"],
  ["EdgiOS/", "Edge"],
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["FxiOS/", "Firefox"],
  ["Firefox/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"]
] as const

/** The number of Windows, macOS and Linux is frozen or absent in what browsers send. */
const systems = [
  ["Windows NT", "Windows", null],
  ["iPad", "iPadOS", "CPU OS "],
  ["iPhone", "iOS", "iPhone OS "],
  ["Android", "Android", "Android "],
  ["CrOS", "ChromeOS", null],
  ["Mac OS X", "macOS", null],
  ["Linux", "Linux", null]
] as const

const numbered = (name: string, number: string | null): string => (number === null || number === "" ? name : `${name} ${number}`)

/** Reads the tokens that browsers document of themselves; nothing is guessed. */
export const readUserAgent = (user_agent: string): NamedDevice => {
  const text = user_agent.slice(0, longest)
  const [, name, before] = systems.find(([token]) => text.includes(token)) ?? [null, null, null]
  const named = browsers.find(([token]) => text.includes(token))
  const safari = text.includes("Safari/") && text.includes("Version/") ? numbered("Safari", numberBehind(text, "Version/")) : null
  return {
    os: name === null ? null : numbered(name, before === null ? null : numberBehind(text, before)),
    browser: named === undefined ? safari : numbered(named[1], numberBehind(text, named[0]))
  }
}
