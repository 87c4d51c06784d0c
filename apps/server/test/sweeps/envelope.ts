import type { Reply } from './send.js'

/**
 * What is wrong with a response, if anything: a 5xx, or an error body that clients do not know. The errors of a page are HTML.
 */
export function faultOf({ status, headers, text }: Reply, page = false): string | undefined {
  if (status >= 500) return `answered ${status} ${text.slice(0, 200)}`
  if (status < 400) return undefined
  if (page && headers['content-type']?.includes('html') && /<h1>.*[a-z]{3}/.test(text)) return undefined
  if (!headers['content-type']?.includes('json')) return `refused with ${status} but not in JSON: ${text.slice(0, 200)}`
  const message = messageOf(status, text)
  return message ? undefined : `refused with ${status} with an unknown error body: ${text.slice(0, 200)}`
}

interface Envelope {
  error?: { status?: number; code?: number; message?: unknown; errors?: unknown }
  errors?: { detail?: unknown }
}

function messageOf(status: number, text: string): string | undefined {
  const { error, errors } = parse(text)
  if (error && error.status !== status && error.code !== status) return undefined
  const message = error ? error.message : errors?.detail
  return typeof message === 'string' && /[a-z]{3}/i.test(message) ? message : undefined
}

function parse(text: string): Envelope {
  try {
    return (JSON.parse(text) ?? {}) as Envelope
  } catch {
    return {}
  }
}
