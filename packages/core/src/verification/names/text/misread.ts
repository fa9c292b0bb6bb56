/** Letters as a recognizer of English prints them: ü with its dots as two strokes, ß as the letters of its shape. */
export const misreadLetters: Readonly<Record<string, ReadonlyArray<string>>> = {
  ü: ["ii", "u"],
  ö: ["o", "6"],
  ä: ["a"],
  ß: ["b", "ll", "r", ""],
  ł: ["t", "l"],
  ó: ["e", "o", "6"],
  ø: ["o", "e"],
  æ: ["ee", "ae"],
  œ: ["ce", "oe"],
  å: ["a"],
  ç: ["g", "c"],
  õ: ["d", "o"],
  ã: ["d", "a"],
  ñ: ["fi", "n"],
  é: ["e", "6"],
  ş: ["g", "s"],
  ğ: ["g"],
  ı: ["1", "i"],
  þ: ["p", "b"],
  ð: ["d", "o"]
}

/** Vowels with a mark that the same recognizer, which knows é from English, takes for é: "Horvéth" for Horváth. */
export const takenForAcute: ReadonlySet<string> = new Set("áàâăāóòôőō")

/** Letters that a digit is read for, by their shapes; the likeliest first. */
export const digitShapes: Readonly<Record<string, ReadonlyArray<string>>> = {
  "0": ["o"],
  "1": ["l", "i"],
  "2": ["z"],
  "3": ["e"],
  "4": ["a"],
  "5": ["s"],
  "6": ["g"],
  "8": ["b"]
}
