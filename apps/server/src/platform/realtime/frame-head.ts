import { decodeFrame, type Frame, type Vsn } from '@papercups/wire'

/** A frame of at most this size is always parsed. */
const SMALL = 1_024
const REF = '(null|"[^"\\\\]{0,64}"|\\d{1,15})'
const NAME = '"([^"\\\\]{1,255})"'
const HEAD = new RegExp(`^\\[${REF},${REF},${NAME},${NAME},`)

/**
 * The fields that the reply to a refused frame needs. A large frame is not parsed for them: in version 2 they come first. In
 * version 1 they may be anywhere, so a large frame gets no reply.
 */
export function headOf(vsn: Vsn, data: Buffer): Frame | undefined {
  if (data.length <= SMALL) return decodeFrame(vsn, data.toString())
  const head = vsn === '2.0.0' ? HEAD.exec(data.toString('utf8', 0, SMALL)) : null
  if (!head) return undefined
  const [, join_ref = 'null', ref = 'null', topic = '', event = ''] = head
  return { join_ref: refOf(join_ref), ref: refOf(ref), topic, event, payload: {} }
}

const refOf = (text: string) => JSON.parse(text) as Frame['ref']
