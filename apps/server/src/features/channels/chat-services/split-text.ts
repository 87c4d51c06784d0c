/** Splits at the last line break or space before the limit. */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > limit) {
    const end = Math.max(rest.lastIndexOf('\n', limit), rest.lastIndexOf(' ', limit))
    const cut = end > limit / 2 ? end : safeCut(rest, limit)
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut).trimStart()
  }
  return [...parts, rest]
}

/** Not inside a surrogate pair. */
const safeCut = (text: string, at: number) => (/[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at)
