export type TextPart = { text: string; href?: string }

const LINK = /https?:\/\/[^\s<>"'`]+/gi
const PUNCTUATION = '.,;:!?'

/** Cuts a text into plain parts and http(s) links. Nothing in it is ever read as markup. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const href = withoutTrailing(match[0])
    if (!URL.canParse(href)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: href, href })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A full stop after a link ends the sentence; a bracket belongs to the link only if it was opened in it. */
function withoutTrailing(link: string): string {
  let surplus = link.split(')').length - link.split('(').length
  let end = link.length
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    if (last === ')' && surplus > 0) surplus--
    else if (!PUNCTUATION.includes(last)) break
  }
  return link.slice(0, end)
}
