const poBox =
  /(?<![\p{L}\p{N}])(?:p\.?\s?o\.?\s?b(?:ox|\.)?|post office box|g\.?p\.?o\.? box|locked bag|private bag|postfach|schlie(?:ß|ss)fach|postbus|postboks|apartado(?: de correos| postal)?|casilla(?: postal| de correo)?|caixa postal|casella postale|skrytka pocztowa|bo[iî]te postale|b\.?p\.?|t\.?θ\.?|а\/я|cmr|psc|pmb)[\s.:#]*(?:no\.?\s*)?([A-Z]?\d[\d\s-]{0,9}\d|[A-Z]?\d)(?!\p{L})/iu
const swedishBox = /^box\s+(\d{1,6})$/iu

/** The number of a post office box named in a text in one of the usual languages, without spaces, or null. */
export const postBoxNumber = (text: string, country: string | null): string | null => {
  const found = poBox.exec(text) ?? (country === "SE" ? swedishBox.exec(text) : null)
  return found === null ? null : (found[1] ?? "").replace(/\s+/gu, "")
}

/** The segments with every post office box parted from its line and put first, so that the last segment is the place. */
export const withBoxesFirst = (segments: ReadonlyArray<string>): Array<string> => {
  const boxes: Array<string> = []
  const others = segments.flatMap((segment) => {
    const found = poBox.exec(segment)
    if (found === null) return [segment]
    boxes.push(found[0])
    return [segment.slice(0, found.index), segment.slice(found.index + found[0].length)]
      .map((part) => part.trim())
      .filter((part) => /[\p{L}\p{N}]/u.test(part))
  })
  return [...boxes, ...others]
}

/** True when a text names a post office box. */
export const namesPostBox = (text: string): boolean => poBox.test(text)
