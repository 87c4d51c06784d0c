import { DomHandler, Parser } from 'htmlparser2'
import type { MailLine } from './fold-lines.js'

/** An element or a text of parsed HTML. Only what is needed of the DOM, so that no walk is recursive. */
export type HtmlNode = DomHandler['root']['children'][number]
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>
export type HtmlText = Extract<HtmlNode, { data: string }>

export interface HtmlLine extends MailLine {
  /** The texts and images of the line. */
  nodes: HtmlNode[]
}

const BLOCKS = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'table', 'blockquote', 'pre'])
/** Their content is not text of the mail. */
const SILENT = new Set(['script', 'style', 'title', 'head', 'template', 'noscript', 'object', 'iframe', 'svg', 'math'])

const QUOTE_CLASS = /(?:^|\s)(?:gmail_quote|yahoo_quoted|protonmail_quote|zmail_extra|moz-email-headers-table)(?:\s|$)/
const SIGNATURE_CLASS = /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block)(?:\s|$)/
const SIGNATURE_ID = /^(?:x_)?(?:Signature|ms-outlook-mobile-signature|AppleMailSignature)$/

/** Reading stops at deeper elements: the parser's time grows with the square of the depth. */
const DEEPEST = 500
const CHUNK = 4_096
const MAX_NODES = 200_000

interface Inherited {
  quoted: boolean
  signature: boolean
  preformatted: boolean
}

type Step = { node: HtmlNode; inherited: Inherited } | { close: HtmlElement }

export function parseHtml(html: string) {
  const handler = new DepthCounter()
  const parser = new Parser(handler)
  for (let at = 0; at < html.length && handler.depth <= DEEPEST; at += CHUNK) parser.write(html.slice(at, at + CHUNK))
  parser.end()
  return handler.root
}

class DepthCounter extends DomHandler {
  depth = 0

  override onopentag(name: string, attribs: Record<string, string>) {
    this.depth++
    super.onopentag(name, attribs)
  }

  override onclosetag() {
    this.depth--
    super.onclosetag()
  }
}

/** The lines that a reader sees. */
export function linesOf(document: ReturnType<typeof parseHtml>): HtmlLine[] {
  const lines = new LineCollector()
  const steps: Step[] = [...document.children]
    .toReversed()
    .map((node) => ({ node, inherited: { quoted: false, signature: false, preformatted: false } }))
  for (let count = 0; steps.length > 0 && count < MAX_NODES; count++) {
    const step = steps.pop()
    if (!step) break
    if ('close' in step) {
      lines.breakBlock(step.close.name)
      continue
    }
    const { node, inherited } = step
    if (isText(node)) lines.addText(node, inherited)
    else if (isElement(node)) visit(node, inherited)
  }
  return lines.done()

  function visit(element: HtmlElement, inherited: Inherited) {
    if (SILENT.has(element.name) || isHidden(element)) return
    if (element.name === 'br') return lines.breakLine()
    if (element.name === 'img') return lines.addImage(element, inherited)
    if (BLOCKS.has(element.name)) {
      lines.breakBlock(element.name)
      steps.push({ close: element })
    }
    const inside = inherit(element, inherited)
    if (element.name === 'li') lines.addMark('- ', inside)
    for (const node of element.children.toReversed()) steps.push({ node, inherited: inside })
  }
}

function inherit({ name, attribs }: HtmlElement, inherited: Inherited): Inherited {
  const classes = attribs.class ?? ''
  return {
    quoted: inherited.quoted || name === 'blockquote' || QUOTE_CLASS.test(classes),
    signature: inherited.signature || SIGNATURE_CLASS.test(classes) || SIGNATURE_ID.test(attribs.id ?? ''),
    preformatted: inherited.preformatted || name === 'pre' || /white-space:\s*pre/i.test(attribs.style ?? ''),
  }
}

/** Newsletters hide a preview text this way. */
const isHidden = ({ attribs }: HtmlElement) => /display:\s*none|mso-hide:\s*all/i.test(attribs.style ?? '')

export const isText = (node: HtmlNode): node is HtmlText => node.type === 'text'
export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node

class LineCollector {
  readonly #lines: HtmlLine[] = []
  #line: HtmlLine | undefined

  addText(node: HtmlText, inherited: Inherited) {
    const [first = '', ...more] = inherited.preformatted
      ? node.data.replace(/\r\n?/g, '\n').split('\n')
      : [node.data.replace(/[ \t\r\n\f]+/g, ' ')]
    this.#append(first, node, inherited)
    for (const text of more) {
      this.breakLine()
      this.#append(text, node, inherited)
    }
  }

  addImage(node: HtmlElement, inherited: Inherited) {
    this.#append('', node, inherited)
  }

  addMark(text: string, inherited: Inherited) {
    this.#append(text, undefined, inherited)
  }

  #append(text: string, node: HtmlNode | undefined, { quoted, signature }: Inherited) {
    // Spaces between blocks are only layout.
    if (!this.#line && text.trim() === '' && node?.type === 'text') return
    this.#line ??= { text: '', quoted, signature, nodes: [] }
    this.#line.text += this.#line.text.endsWith(' ') ? text.replace(/^ /, '') : text
    if (node) this.#line.nodes.push(node)
  }

  breakLine() {
    this.#lines.push(this.#line ?? { text: '', quoted: this.#lines.at(-1)?.quoted ?? false, nodes: [] })
    this.#line = undefined
  }

  /** Paragraphs have a blank line around them. */
  breakBlock(name: string) {
    if (this.#line) this.breakLine()
    const last = this.#lines.at(-1)
    if (PARAGRAPHS.has(name) && last && last.text !== '') this.#lines.push({ text: '', quoted: last.quoted, nodes: [] })
  }

  done() {
    if (this.#line) this.breakLine()
    return this.#lines.map((line) => ({ ...line, text: line.text.trim() }))
  }
}
