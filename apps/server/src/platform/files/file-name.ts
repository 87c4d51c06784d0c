import { randomBytes } from 'node:crypto'

const LONGEST = 120

/**
 * A name that is safe to show, store and send: no folders, no invisible characters, nothing that reverses the reading
 * direction (`invoice‮fdp.exe`), no leading dots, spaces as dashes. A long one is cut before its extension.
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
  const characters = Array.from(name)
  if (characters.length <= LONGEST) return name
  const [extension = ''] = /\.[^.]{1,16}$/u.exec(name) ?? []
  return characters.slice(0, LONGEST - Array.from(extension).length).join('') + extension
}

/** 32 random hex digits, then the name in ASCII: it is used in URLs, signatures and paths. */
export function newFileKey(filename: string): string {
  const plain = filename
    .normalize('NFKD')
    .replace(/[^\w.-]/g, '')
    .replace(/^[.-]+/, '')
  return `${randomBytes(16).toString('hex')}-${plain.slice(-LONGEST) || 'file'}`
}

export const isFileKey = (key: string) => /^[0-9a-f]{32}-[\w.-]{1,120}$/.test(key)
