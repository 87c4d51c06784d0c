import { safeLink } from '../../ui/safe-link.js'

const ELEMENTS = new Set(
  (
    'a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section ' +
    'small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'
  ).split(' '),
)
/** Dropped with their content. Other unknown elements keep their text. */
const DROPPED = new Set(
  (
    'applet audio base button canvas embed frame frameset head iframe input link map meta noscript object option ' +
    'script select source style svg template textarea title video xmp plaintext noembed noframes'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'abbr align alt bgcolor border cellpadding cellspacing color colspan dir face height lang rowspan size span start ' +
    'title valign width'
  ).split(' '),
)
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i
const XHTML = 'http://www.w3.org/1999/xhtml'
const MAX_DEPTH = 200
const MAX_NODES = 20_000

/**
 * Rebuilds untrusted HTML from allowed elements and attributes. The result is still shown only in a sandbox without scripts; this also removes forms, frames and everything that would load something.
 */
export function cleanHtml(html: string): { html: string; remoteImages: boolean } {
  const source = new DOMParser().parseFromString(html, 'text/html')
  const target = document.implementation.createHTMLDocument()
  let nodes = 0
  let remoteImages = false

  function copy(from: Node, into: Node, depth: number) {
    for (const node of from.childNodes) {
      nodes += 1
      if (nodes > MAX_NODES || depth > MAX_DEPTH) return
      if (node.nodeType === Node.TEXT_NODE) into.appendChild(target.createTextNode(node.nodeValue ?? ''))
      if (!(node instanceof Element) || node.namespaceURI !== XHTML || DROPPED.has(node.localName)) continue

      const kept = ELEMENTS.has(node.localName) ? target.createElement(node.localName) : null
      if (kept) {
        copyAttributes(node, kept)
        remoteImages ||= kept.localName === 'img' && Boolean(kept.getAttribute('src')?.startsWith('http'))
        into.appendChild(kept)
      }
      copy(node, kept ?? into, depth + 1)
    }
  }

  copy(source.body, target.body, 0)
  return { html: target.body.innerHTML, remoteImages }
}

function copyAttributes(from: Element, to: Element) {
  for (const { name, value } of from.attributes) if (ATTRIBUTES.has(name)) to.setAttribute(name, value)

  const style = from.getAttribute('style')
  // URLs in a style would be fetched; a backslash could hide one.
  if (style && !/url|image|expression|\\|@/i.test(style)) to.setAttribute('style', style)

  const href = to.localName === 'a' && safeLink(from.getAttribute('href') ?? '')
  if (href) {
    to.setAttribute('href', href)
    to.setAttribute('target', '_blank')
    to.setAttribute('rel', 'noopener noreferrer nofollow')
  }
  if (to.localName !== 'img') return
  const src = from.getAttribute('src')?.trim() ?? ''
  const url = PICTURE.test(src) ? src : safeLink(src)
  if (url && !url.startsWith('mailto:')) to.setAttribute('src', url)
  to.setAttribute('referrerpolicy', 'no-referrer')
}
