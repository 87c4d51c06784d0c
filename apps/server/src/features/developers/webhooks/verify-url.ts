import type { Verification } from '@papercups/contract'
import { randomBytes } from 'node:crypto'
import { OutboundError } from '../../../platform/outbound/outbound-error.js'
import type { Platform } from '../../../platform/platform.js'

/** Calls the URL with a random text. Only a receiver that wants our events answers with the same text. */
export async function verifyUrl({ outbound }: Platform, url: string): Promise<Verification> {
  const challenge = newChallenge()
  const body = JSON.stringify({ event: 'webhook:verify', payload: challenge })
  try {
    const answer = await outbound.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (isAnswer(answer.body.toString(), challenge)) return { verified: true, problem: null }
    return { verified: false, problem: 'The URL did not answer with the challenge.' }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { verified: false, problem: error.message }
  }
}

/** The text itself, or a JSON string, or `{"challenge": …}`. The status does not matter. */
function isAnswer(text: string, challenge: string) {
  if (text.trim() === challenge) return true
  try {
    const json = JSON.parse(text) as unknown
    return json === challenge || (json as { challenge?: unknown } | null)?.challenge === challenge
  } catch {
    return false
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const newChallenge = () => Array.from(randomBytes(64), (byte) => BASE32[byte % 32]).join('')
