/** For image URLs: only a web URL or a path, nothing that a browser would run or read from disk. */
export function isWebUrl(text: string | null | undefined) {
  if (text == null) return true
  const scheme = /^[\s\p{C}]*([a-z][a-z0-9+.\-\s\p{C}]*):/iu.exec(text)?.[1]
  return scheme === undefined || /^https?$/i.test(scheme)
}
