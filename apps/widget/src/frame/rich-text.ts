export type Piece =
  { kind: 'text' | 'code' | 'strong' | 'em'; text: string } | { kind: 'link'; text: string; href: string }

// Every part has an upper bound, so that no message, however made, costs more than its length.
const CODE = '`([^`\\n]{1,500})`'
const STRONG = '\\*\\*([^*\\n]{1,500})\\*\\*'
const EM = '(?<![\\w*_])[*_]([^*_\\s](?:[^*_\\n]{0,500}[^*_\\s])?)[*_](?![\\w*_])'
const NAMED = '\\[([^\\[\\]\\n]{1,300})\\]\\((https?:\\/\\/[^\\s()]{1,2000})\\)'
const URL_ = '(https?:\\/\\/[^\\s<>"\'`]{1,2000})'
const RICH = new RegExp([CODE, STRONG, EM, NAMED, URL_].join('|'), 'g')
const PLAIN = new RegExp(URL_, 'g')

/** Text as pieces to draw. Nothing here is ever read as HTML, and only http and https become links. */
export function parseText(body: string, markdown: boolean): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of body.matchAll(markdown ? RICH : PLAIN)) {
    if (match.index > end) pieces.push({ kind: 'text', text: body.slice(end, match.index) })
    end = match.index + match[0].length
    const piece = markdown ? richPiece(match) : link(match[0])
    pieces.push(piece)
    // What closes the sentence is not part of the address.
    if (piece.kind === 'link' && match[0].startsWith('http')) end -= match[0].length - piece.text.length
  }
  if (end < body.length) pieces.push({ kind: 'text', text: body.slice(end) })
  return pieces
}

function richPiece([whole, code, strong, em, name, href]: RegExpMatchArray): Piece {
  if (code) return { kind: 'code', text: code }
  if (strong) return { kind: 'strong', text: strong }
  if (em) return { kind: 'em', text: em }
  if (name && href) return { kind: 'link', text: name, href }
  return link(whole)
}

function link(url: string): Piece {
  const text = url.replace(/[.,;:!?)\]]{1,10}$/, '')
  return { kind: 'link', text, href: text }
}
