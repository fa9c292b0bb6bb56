/**
 * The French identity card of 1995 to 2021: two lines of 36 characters, which open with `IDFRA`. The first has the surname (25 places), then
 * department and office; the second has the number (12 places, of which the first four are year and month of issue), its check digit, the
 * given names (14 places), date of birth, sex, and a check digit over both lines. The zone has no nationality, since only French citizens
 * have the card, and no date of expiry. Cards issued since 2021 follow ICAO 9303 (TD1).
 */
export const frenchCardOpening = "IDFRA"

/** Where a card of this size that follows ICAO 9303 has the letters of its nationality, this one has two digits of its number and a check digit. */
const tellingPlaces = { start: 10, end: 13 } as const

/** Whether lines of 36 characters are such a card. One of the telling digits may have been misread. */
export const isFrenchCard = ([first = "", second = ""]: ReadonlyArray<string>): boolean =>
  first.startsWith(frenchCardOpening) && second.slice(tellingPlaces.start, tellingPlaces.end).replace(/[^0-9]/g, "").length >= 2

/** Year and month of issue as a date of the zone prints them, with fillers for the day. */
export const printedIssue = (number: string): string => `${number.slice(0, 4)}<<`
