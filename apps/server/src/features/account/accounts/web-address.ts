/** Pages put it into an image: an address of the web or a path, nothing that a browser would run or read from the disk. */
export function isWebAddress(text: string | null | undefined) {
  if (text == null) return true
  const scheme = /^[\s\p{C}]*([a-z][a-z0-9+.\-\s\p{C}]*):/iu.exec(text)?.[1]
  return scheme === undefined || /^https?$/i.test(scheme)
}
