/**
 * What reading one page, and all pages of a file, may take. The unit is one round of a plain loop over bytes, about a nanosecond: the weights
 * below are processor times divided by that of this loop in the same run (`bench/pdf-work.ts` prints them again), so that they do not depend on
 * how fast a machine is. Work is always counted from what the file says, never by a clock.
 */
export const bounds = {
  /** A page of A4 in colour at 600 dpi takes 1,000 million, at 300 dpi 300 million. */
  page: 2_000_000_000,
  /** Twenty pages of A4 in colour at 300 dpi take 6,000 million. */
  file: 10_000_000_000,
  /** Forms, patterns and glyphs that draw one another. */
  depth: 24
} as const

/** A page is drawn up to this many times: to be read, and for its hash. The area of a drawing at 300 dpi is as large as that of both. */
const drawings = 2

/** What a thing takes, in rounds of the plain loop. */
export const weight = {
  /** An operator: followed twice by the text engine, and drawn. */
  step: 20_000,
  /** A glyph of a text: put into letters, and drawn from what was kept of it. */
  glyph: 3_500,
  /** A pixel of the box around a shape or glyph that is filled, and of one that is stroked: a stroke may be as wide as a page. */
  fill: 0.35,
  stroke: 1.5,
  /** A pixel along an edge of a shape, at 300 dpi. */
  edge: 140,
  /** A pixel of the mask that is made to clip by a shape. */
  clip: 2,
  /** A pixel of the page that a picture covers, smoothed or not. */
  picture: 4,
  /** The same where a mask lies over the picture. */
  masked: 5,
  /** A pixel that is painted through a soft mask. */
  softMask: 3,
  /** A pixel that is painted half transparent. */
  transparent: 4,
  /** A pixel that is mixed with what lies below it, by the dearest of the blend modes. */
  blend: 12,
  /** A pixel of a group that is drawn by itself and then laid on the page. */
  group: 5,
  /** A pixel of a gradient along a line or between circles, whose place on it has to be found. */
  gradient: 10,
  /** A pixel of the area of a mesh, for each of its parts. */
  mesh: 3,
  /** How often a drawn glyph takes what the same drawing takes on the page. */
  drawnGlyph: 4,
  /** A pixel of a gradient whose colour is calculated for each place. */
  calculated: 80,
  /** An operator of a calculated colour, and a function that is asked for one. */
  operator: 1.5,
  function: 20,
  /** A pixel of a picture, each time that it is drawn: to be scaled, and to be unpacked by its filter. */
  scaled: 5 * drawings,
  plain: 3 * drawings,
  jpeg: 10 * drawings,
  /** Each scan of a JPEG after the first. */
  scan: 2 * drawings,
  wavelet: 70 * drawings,
  /** A byte of JPEG 2000: noise takes five times as long as a plain surface of as many pixels. */
  waveletByte: 280 * drawings,
  bilevel: 16 * drawings,
  fax: 4 * drawings,
  /** A pixel that the text engine unpacks as well, where a picture could not be taken out of what it is given. */
  unpackedAgain: 110
} as const
