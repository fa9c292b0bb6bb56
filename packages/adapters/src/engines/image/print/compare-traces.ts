import { median } from "@vouchkit/core/verification/median"
import type { PrintedWord } from "@vouchkit/core/verification/document-reading"
import type { FileTraces } from "./file-traces.ts"
import { scalesOfWords } from "./letter-sums.ts"
import { heightOf, type MeasuredWord, similar } from "./print-word.ts"

/** Words that a trace is compared with: many, because each of them is weak. */
const mostOthers = 40
const fewestOthers = 10
/** Letters of a word, and of a line, from which on its scale is known well. */
const fewestLetters = 4
/** What a word lacks of the width of its letters, in sizes of its face: the bearings of its ends. */
const endBearings = -0.12
/** Spreads that the words of any page have, below which a difference says nothing. */
/** Levels of grain: less is none, and paper with so much is that of a scan or a photograph. */
const slightGrain = 0.35
const leastNoise = 0.8
const floors = { grain: 0.15, patch: 0.1, quantized: 0.1, tint: 0.8 } as const

/** A measure to three places, as it is handed on. */
export const rounded = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.round(value * 1000) / 1000

/** For each word the places of the nearest words of other lines in a similar size. */
const othersOf = (words: ReadonlyArray<MeasuredWord>): ReadonlyArray<ReadonlyArray<number>> =>
  words.map((word) =>
    words
      .flatMap((other, index) =>
        other.line === word.line || !similar(heightOf(word), heightOf(other))
          ? []
          : [
              {
                index,
                away: Math.hypot(other.left + other.right - word.left - word.right, 2 * (other.top + other.bottom - word.top - word.bottom))
              }
            ]
      )
      .sort((a, b) => a.away - b.away)
      .slice(0, mostOthers)
      .map(({ index }) => index)
  )

/** For each word how far its value is from the middle of others, by their spread; null where too few have one. */
const beyondOthers = (
  values: ReadonlyArray<number | null>,
  others: ReadonlyArray<ReadonlyArray<number>>,
  floor: number
): ReadonlyArray<number | null> =>
  values.map((own, index) => {
    const around = (others[index] ?? []).flatMap((other) => values[other] ?? [])
    const middle = median(around)
    if (own === null || middle === undefined || around.length < fewestOthers) return null
    const spread = median(around.map((value) => Math.abs(value - middle))) ?? 0
    return rounded((own - middle) / (floor + 1.5 * spread))
  })

/** The scale at which each word is set: the logarithm of its width for each unit of its letters. */
const settingsOf = (words: ReadonlyArray<MeasuredWord>): ReadonlyArray<number | null> => {
  const known = words.flatMap(({ extent, line, text }, index) =>
    extent === null || [...text].length > 40 ? [] : [{ index, word: { signs: [...text], line, amount: extent, offset: endBearings } }]
  )
  const scales = scalesOfWords(known.map(({ word }) => word))
  const places = new Map(known.map(({ index }, at) => [index, scales[at]]))
  return words.map((_, index) => places.get(index) ?? null)
}

/** The scale of each line with enough letters. */
const linesOf = (words: ReadonlyArray<MeasuredWord>, settings: ReadonlyArray<number | null>): ReadonlyMap<number, number> => {
  const lines = new Map<number, { letters: number; readonly scales: Array<number> }>()
  for (const [index, { line, text }] of words.entries()) {
    const scale = settings[index] ?? null
    if (scale === null) continue
    const own = lines.get(line) ?? { letters: 0, scales: [] }
    lines.set(line, own)
    own.letters += text.length
    own.scales.push(scale)
  }
  return new Map(
    [...lines].flatMap(([line, { letters, scales }]) => (letters < fewestLetters ? [] : [[line, median(scales) ?? 0] as const]))
  )
}

const nearestTo = (own: number | null, others: ReadonlyArray<number>): number | null =>
  own === null
    ? null
    : others.reduce<number | null>(
        (nearest, other) => (nearest === null || Math.abs(own - other) < Math.abs(nearest) ? own - other : nearest),
        null
      )

const hueBeside = (own: FileTraces | undefined, others: ReadonlyArray<FileTraces | undefined>): number | null => {
  const colour = own?.colour ?? null
  if (colour === null) return null
  const distances = others.flatMap((other) =>
    other === undefined || other.colour === null
      ? []
      : [Math.hypot(other.colour.ink[0] - colour.ink[0], other.colour.ink[1] - colour.ink[1])]
  )
  // Two words must have this colour: one may have it by an edit, and labels have another one than their values.
  return distances.sort((a, b) => a - b)[1] ?? null
}

type Traces = Pick<PrintedWord, "spacing" | "grain" | "patch" | "quantized" | "hue" | "tint">

/** Compares what each word leaves in letters, paper and file with the words around it. `near` are the places of the words in the lines around. */
export const comparedTraces = (
  words: ReadonlyArray<MeasuredWord>,
  files: ReadonlyArray<FileTraces>,
  near: ReadonlyArray<ReadonlyArray<number>>
): ReadonlyArray<Traces> => {
  const others = othersOf(words)
  const settings = settingsOf(words)
  const lines = linesOf(words, settings)
  const of = (measure: (word: MeasuredWord, file: FileTraces | undefined) => number | null | undefined, floor: number) =>
    beyondOthers(
      words.map((word, index) => measure(word, files[index]) ?? null),
      others,
      floor
    )
  const grain = of(({ photometry }) => (photometry === null ? null : Math.log(photometry.grain + slightGrain)), floors.grain)
  // Paper that a program drew has no grain, and what little compression leaves on it follows the letters.
  const isGrained = (median(words.flatMap(({ patch }) => patch?.noise ?? [])) ?? 0) >= leastNoise
  const patch = of(({ patch }) => (isGrained ? patch?.grain : null), floors.patch)
  const quantized = of((_, file) => file?.quantized, floors.quantized)
  const tints = [0, 1].map((channel) => of((_, file) => file?.colour?.paper[channel], floors.tint))
  return words.map(({ text }, index) => {
    const isShort = text.length < fewestLetters
    const around = near[index] ?? []
    const beside = [...new Set(around.map((at) => words[at]?.line ?? -1))].flatMap((line) => lines.get(line) ?? [])
    const tint = tints.flatMap((values) => values[index] ?? [])
    return {
      spacing: isShort ? null : rounded(nearestTo(settings[index] ?? null, beside)),
      grain: grain[index] ?? null,
      patch: patch[index] ?? null,
      quantized: quantized[index] ?? null,
      hue: rounded(
        hueBeside(
          files[index],
          (others[index] ?? []).map((at) => files[at])
        )
      ),
      tint: tint.length === 0 ? null : rounded(Math.max(...tint.map(Math.abs)))
    }
  })
}
