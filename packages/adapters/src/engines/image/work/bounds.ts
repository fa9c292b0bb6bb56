import { TooMuchWork } from "../../too-much-work.ts"

/**
 * The most that decoding one picture file may take, all its pages and frames together. Counted in what its headers say and never in time, so that
 * a file gets the same answer on every machine.
 */
export const pictureBounds = {
  /** Pixels of all pages, or of all frames as often as they are drawn: twenty pages of A4 at 300 dpi have 174 million. */
  pixels: 1_000_000_000,
  /** Scans of one JPEG: the scripts of the common encoders write 10 for a colour picture. */
  scans: 100,
  /** Pixels of a JPEG as often as a scan covers them: a progressive photograph of 50 megapixels takes 500 million. */
  scannedPixels: 600_000_000,
  /** Segments of a JPEG, and chunks of a PNG or WebP: a PNG of 15 MB in the chunks of 8 KB that libpng writes has 1,900. */
  parts: 40_000,
  /** Bytes that compressed texts and profiles of a PNG unfold to: a profile of a printer takes 2 MB. */
  unfoldedBytes: 32 * 1024 * 1024,
  /** Directories of a TIFF: a page takes one. A file with more pages than the service reads, and fewer than these, is refused for its pages. */
  directories: 100_000,
  /** Entries of one directory of a TIFF: cameras and scanners write 15 to 60. */
  entries: 4_096,
  /** JPEG strips or tiles of one page of a TIFF: a page of 600 dpi in strips of 8 rows has 877. */
  strips: 20_000,
  /** Channels of a pixel: CMYK with transparency has 5. */
  channels: 16,
  /** Pixels of one tile of a TIFF, which is read as a whole: 1,024 by 1,024 are 1 million. */
  tilePixels: 64_000_000
} as const

/** Throws `TooMuchWork` where a count goes beyond a bound. */
export const within = (count: number, most: number, what: string): void => {
  if (count > most) throw new TooMuchWork(what)
}
