import { randomBytes } from 'node:crypto'

const LONGEST = 120

/**
 * A name that is safe to show, to store and to send: no folders, nothing invisible, nothing that turns its reading
 * direction around (`invoice‮fdp.exe`), no leading dots, spaces as dashes. A long one is cut before its extension.
 */
export function cleanFilename(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replace(/\p{White_Space}+/gu, '-')
    // Control, format (zero-width, bidi), lone surrogates, private use, and what Windows and shells refuse.
    .replace(/[\p{C}\u115f\u1160\u3164\uffa0<>:"|?*]/gu, '')
    .replace(/^[.-]+|[.-]+$/g, '')
  return shorten(name) || 'file'
}

function shorten(name: string) {
  const letters = Array.from(name)
  if (letters.length <= LONGEST) return name
  const [extension = ''] = /\.[^.]{1,16}$/u.exec(name) ?? []
  return letters.slice(0, LONGEST - Array.from(extension).length).join('') + extension
}

/** 32 hex digits that nobody can guess, then the name in plain letters: it travels in URLs, signatures and paths. */
export function newFileKey(filename: string): string {
  const plain = filename
    .normalize('NFKD')
    .replace(/[^\w.-]/g, '')
    .replace(/^[.-]+/, '')
  return `${randomBytes(16).toString('hex')}-${plain.slice(-LONGEST) || 'file'}`
}

export const isFileKey = (key: string) => /^[0-9a-f]{32}-[\w.-]{1,120}$/.test(key)
