import anyAscii from "any-ascii"

/** A text in Latin letters without marks, lower case, by the general table of all scripts. */
export const latinLetters = (text: string): string => anyAscii(text).toLowerCase()

/** The same without anything but letters and digits. */
export const latinWord = (text: string): string => latinLetters(text).replace(/[^a-z0-9]/gu, "")
