/**
 * What a publisher's words stand for. Words come out of files, and a plain object would answer some that no one put into it, such as
 * `constructor`.
 */
export const wordTable = <A>(words: Readonly<Record<string, A>>): ReadonlyMap<string, A> => new Map(Object.entries(words))
