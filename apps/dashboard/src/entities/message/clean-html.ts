import createPurify from 'dompurify'
import { safeLink } from '../../ui/safe-link.js'

const words = (text: string) => text.split(' ')

const ALLOWED_TAGS = words(
  'a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section ' +
    'small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr',
)
/** Removed together with their content. Other unknown elements leave their text behind. */
const FORBID_CONTENTS = words(
  'applet audio base button canvas embed frame frameset head iframe input link map math meta noembed noframes noscript ' +
    'object option plaintext script select source style svg template textarea title video xmp',
)
const ALLOWED_ATTR = words(
  'abbr align alt bgcolor border cellpadding cellspacing color colspan data-folded dir face height href lang rowspan size span src ' +
    'start style title valign width',
)
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i
const MAX_NODES = 20_000

const purify = createPurify(window)
let nodes = 0
let remoteImages = false
let attached: ReadonlyMap<string, string> = new Map()

purify.addHook('uponSanitizeElement', (node) => {
  nodes += 1
  if (nodes > MAX_NODES) node.parentNode?.removeChild(node)
})

purify.addHook('afterSanitizeAttributes', (element) => {
  const style = element.getAttribute('style')
  // A URL in a style would be fetched; a backslash could hide one.
  if (style && /url|image|expression|\\|@/i.test(style)) element.removeAttribute('style')

  const href = element.localName === 'a' && safeLink(element.getAttribute('href') ?? '')
  element.removeAttribute('href')
  if (href) {
    element.setAttribute('href', href)
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
  }

  const src = element.getAttribute('src')?.trim() ?? ''
  const own = /^cid:/i.test(src) ? attached.get(src.slice(4)) : undefined
  const picture = own ?? (PICTURE.test(src) ? src : safeLink(src))
  element.removeAttribute('src')
  if (element.localName !== 'img') return
  element.setAttribute('referrerpolicy', 'no-referrer')
  if (!picture || picture.startsWith('mailto:')) return
  element.setAttribute('src', picture)
  remoteImages ||= !own && picture.startsWith('http')
})

/** The URLs of a mail's own pictures, by the id that `cid:` names. */
export type Pictures = ReadonlyMap<string, string>

/**
 * Removes everything from an HTML mail that could run, call out or ask for input. The result is still shown only in a frame
 * where no script runs.
 */
export function cleanHtml(html: string, pictures: Pictures = new Map()): { html: string; remoteImages: boolean } {
  attached = pictures
  nodes = 0
  remoteImages = false
  const clean = purify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    FORBID_CONTENTS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // The hook above judges every URL.
    ALLOWED_URI_REGEXP: /^/,
  })
  return { html: clean, remoteImages }
}
