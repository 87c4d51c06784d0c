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
 * Headers for an uploaded file. Types that browsers only show or play open inline, in a sandbox without scripts. All others,
 * such as SVG and HTML, are downloads.
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
    // The URL grants access, so it must not leak in a Referer header.
    'referrer-policy': 'no-referrer',
    // The bytes of a key never change. Not in shared caches: an erased file has to be gone.
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  }
}

const safeType = (content_type: string) => (WHOLE.test(content_type) ? content_type : 'application/octet-stream')

/** RFC 6266: an ASCII name for old programs, the real one percent-encoded (RFC 5987). */
function drawFilename(filename: string) {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.replace(/\p{Cs}/gu, '_')).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
