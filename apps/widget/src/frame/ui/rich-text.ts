import { createElement, type ComponentChildren } from 'preact'
import { Emoji } from './emoji.js'

// Every part has an upper bound, so that no message, however made, costs more than its length.
const CODE = '`{1,3}([^`\\n]{1,500})`{1,3}'
const STRONG = '\\*\\*([^\\n]{1,500}?)\\*\\*'
const EM = '(?<![\\w*_])[*_]([^*_\\s](?:[^*_\\n]{0,500}[^*_\\s])?)[*_](?![\\w*_])'
const NAMED = '(!?)\\[([^\\[\\]\\n]{1,300})\\]\\((https?:\\/\\/[^\\s()]{1,2000})\\)'
const SHORTCODE = ':([a-z+-][\\w+-]{0,30}):'
const LINK = '(https?:\\/\\/[^\\s<>"\'`]{1,2000})'
const RICH = new RegExp([LINK, CODE, STRONG, EM, NAMED, SHORTCODE].join('|'), 'g')
const PLAIN = new RegExp(LINK, 'g')

/** How a line begins, and what it is then. Neighbours of one kind belong together. */
const BLOCKS: [tag: string, mark: RegExp][] = [
  ['pre', /^```[^`]*$/],
  ['h2', /^#{1,6} /],
  ['blockquote', /^> ?/],
  ['ul', /^ {0,9}[-*+] /],
  ['ol', /^ {0,9}(\d{1,9})[.)] /],
]
const PARAGRAPH: (typeof BLOCKS)[0] = ['p', /^/]

/** A message as it is drawn. Nothing here is ever read as HTML, and only http and https become links and pictures. */
export function drawText(body: string, markdown: boolean): ComponentChildren {
  if (!markdown) return drawLine(body, PLAIN)
  const lines = body.split('\n')
  const drawn: ComponentChildren[] = []
  for (let at = 0; at < lines.length;) {
    const [tag, mark] = blockOf(lines[at])
    const from = at++
    if (tag === 'pre') while (at < lines.length && !mark.test(lines[at++] ?? ''));
    else if (tag !== 'h2') while (at < lines.length && blockOf(lines[at])[0] === tag) at++
    drawn.push(...drawBlock(tag, mark, lines.slice(from, at)))
  }
  return drawn
}

const blockOf = (line = '') => BLOCKS.find(([, mark]) => mark.test(line)) ?? PARAGRAPH

function drawBlock(tag: string, mark: RegExp, lines: string[]): ComponentChildren[] {
  const bare = lines.map((line) => line.replace(mark, ''))
  if (/^.l$/.test(tag)) {
    const items = bare.map((line) => createElement('li', null, drawLine(line, RICH)))
    return [createElement(tag, { start: mark.exec(lines[0] ?? '')?.[1] }, items)]
  }
  const text = bare.join('\n')
  if (tag === 'pre') return [createElement(tag, null, text.replace(/^\n/, ''))]
  return text.trim() ? [createElement(tag, null, drawLine(text.trim(), RICH))] : []
}

function drawLine(text: string, pattern: RegExp): ComponentChildren[] {
  const drawn: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, url, code, strong, em, picture, name, href, emoji] = match
    // What closes the sentence is not part of the address.
    const address = url?.replace(/[.,;:!?)\]]{1,10}$/, '')
    drawn.push(text.slice(end, match.index))
    end = match.index + (address ?? whole).length
    if (address) drawn.push(link(address, address))
    else if (code) drawn.push(createElement('code', null, code))
    else if (strong) drawn.push(createElement('strong', null, drawLine(strong, RICH)))
    else if (em) drawn.push(createElement('em', null, drawLine(em, RICH)))
    else if (picture) drawn.push(createElement('img', { src: href, alt: name, referrerpolicy: 'no-referrer' }))
    else if (name) drawn.push(link(name, href))
    else drawn.push(createElement(Emoji, { name: emoji ?? '' }))
  }
  return [...drawn, text.slice(end)]
}

const link = (name: string, href: string | undefined) =>
  createElement('a', { href, target: '_blank', rel: 'noopener noreferrer' }, name)
