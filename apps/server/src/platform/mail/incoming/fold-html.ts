import { foldLines, visibleText, type LineKind } from './fold-lines.js'
import { toParts, type FoldedText } from './fold-text.js'
import { isElement, isText, linesOf, parseHtml, type HtmlElement, type HtmlNode } from './html-lines.js'

export interface FoldedHtml extends FoldedText {
  /** The HTML with `data-folded="quote"` or `"signature"` at what is folded. It is not safe to show: see the reader. */
  html: string
  /** Only what is not folded. */
  visible_html: string
}

export function foldHtml(html: string, options: { forwarded: boolean }): FoldedHtml {
  const document = parseHtml(html)
  const lines = linesOf(document)
  const kinds = foldLines(lines, options)
  const folded = new Map<HtmlNode, LineKind>()
  for (const [at, { nodes }] of lines.entries()) for (const node of nodes) folded.set(node, kinds[at] ?? 'text')
  spreadToAncestors(document.children, folded)
  // A mail that comes in needs only one or two of these.
  return {
    get html() {
      return serialize(document.children, folded)
    },
    get visible_html() {
      return serialize(document.children, folded, { visible: true })
    },
    get body() {
      return visibleText(lines, kinds)
    },
    get parts() {
      return toParts(lines, kinds)
    },
  }
}

/** An element is folded if everything in it is. */
function spreadToAncestors(roots: HtmlNode[], folded: Map<HtmlNode, LineKind>) {
  const order: HtmlElement[] = []
  const open = [...roots]
  for (let node = open.pop(); node; node = open.pop()) {
    if (!isElement(node)) continue
    order.push(node)
    for (const child of node.children) open.push(child)
  }
  for (const element of order.toReversed()) {
    const kinds = new Set(element.children.flatMap((child) => folded.get(child) ?? []))
    const [only] = kinds
    if (only) folded.set(element, kinds.size === 1 ? only : 'text')
  }
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign)

function serialize(roots: HtmlNode[], folded: Map<HtmlNode, LineKind>, { visible = false } = {}) {
  const out: string[] = []
  const open: Array<{ node: HtmlNode; parent?: LineKind | undefined } | string> = []
  for (const node of roots.toReversed()) open.push({ node })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      out.push(next)
      continue
    }
    const { node, parent } = next
    const kind = folded.get(node)
    if (visible && kind && kind !== 'text') continue
    const mark = kind && kind !== 'text' && kind !== parent ? ` data-folded="${kind}"` : ''
    if (isText(node)) out.push(mark ? `<span${mark}>${escape(node.data)}</span>` : escape(node.data))
    else if (isElement(node)) {
      if (node.name === 'style' && !visible) out.push(styleOf(node))
      if (node.type !== 'tag') continue
      const named = /^[a-z][a-z0-9:-]*$/.test(node.name)
      if (named) out.push(`<${node.name}${attributesOf(node)}${mark}>`)
      if (VOID.has(node.name)) continue
      if (named) open.push(`</${node.name}>`)
      for (const child of node.children.toReversed()) open.push({ node: child, parent: named && mark ? kind : parent })
    }
  }
  return out.join('')
}

/** Scripts are left out already here. Everything else is for the reader to clean. */
function styleOf(element: HtmlElement) {
  const css = element.children.map((child) => (isText(child) ? child.data : '')).join('')
  return `<style>${css.replaceAll('</', '<\\/')}</style>`
}

const attributesOf = ({ attribs }: HtmlElement) =>
  Object.entries(attribs)
    .filter(([name]) => /^[a-z][\w:-]*$/i.test(name) && name !== 'data-folded' && !/^on/i.test(name))
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('')
