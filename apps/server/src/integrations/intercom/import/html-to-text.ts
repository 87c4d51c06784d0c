import {
  isElement,
  isText,
  linesOf,
  parseHtml,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
} from '../../../platform/mail/incoming/html-lines.js'
import { visibleText } from '../../../platform/mail/incoming/fold-lines.js'

/** The text of a message, with links in Markdown, and the URLs of its images. */
export function htmlToText(html: string) {
  const document = parseHtml(html)
  const images: string[] = []
  for (const element of elementsOf(document.children)) {
    if (element.name === 'a') writeLink(element)
    const { src } = element.attribs
    if (element.name === 'img' && src && /^https?:/i.test(src)) images.push(src)
  }
  const lines = linesOf(document)
  return {
    text: visibleText(
      lines,
      lines.map(() => 'text'),
    ),
    images,
  }
}

/** The link is written into its own first and last text. */
function writeLink(link: HtmlElement) {
  const href = link.attribs.href ?? ''
  const texts = textsIn(link.children)
  const [first, last] = [texts[0], texts.at(-1)]
  if (!/^(https?|mailto):/i.test(href) || !first || !last) return
  const shown = texts
    .map(({ data }) => data)
    .join('')
    .trim()
  if (shown === href || `mailto:${shown}` === href) return
  first.data = `[${first.data}`
  last.data = `${last.data}](${href})`
}

/** Without recursion: the HTML may be deep. */
function elementsOf(nodes: HtmlNode[]) {
  const found: HtmlElement[] = []
  const waiting = [...nodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue
    found.push(node)
    waiting.push(...node.children)
  }
  return found.toReversed()
}

function textsIn(nodes: HtmlNode[]): HtmlText[] {
  const found: HtmlText[] = []
  const waiting = nodes.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isText(node)) found.push(node)
    else if (isElement(node)) waiting.push(...node.children.toReversed())
  }
  return found
}
