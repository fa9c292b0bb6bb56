/** Vowel points of Hebrew, vowel signs of Arabic and the stroke that lengthens a word, as ranges of a pattern. */
export const abjadMarks = String.raw`\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640`
