const INLINE = new Set([
  'application/pdf',
  'text/plain',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
])
const PLAYABLE = /^(audio|video)\/[\w.+-]+$/
const WHOLE = /^[a-z]+\/[\w.+-]+$/

/**
 * How a stranger's file leaves our origin: what browsers can only show or play opens in place, in a sandbox without
 * scripts; everything else, SVG and HTML among it, is a download.
 */
export function servingHeaders(content_type: string, filename: string): Record<string, string> {
  const inline = INLINE.has(content_type) || PLAYABLE.test(content_type)
  return {
    'content-type': content_type === 'text/plain' ? 'text/plain; charset=utf-8' : safeType(content_type),
    'content-disposition': `${inline ? 'inline' : 'attachment'}; ${drawFilename(filename)}`,
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    // The address is the permission to read, so it must not travel on.
    'referrer-policy': 'no-referrer',
    // Bytes under a key never change. Kept out of shared caches: an erased file has to be gone.
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  }
}

const safeType = (content_type: string) => (WHOLE.test(content_type) ? content_type : 'application/octet-stream')

/** RFC 6266: a plain name for old programs, the real one percent-encoded (RFC 5987) for the others. */
function drawFilename(filename: string) {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.replace(/\p{Cs}/gu, '_')).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
