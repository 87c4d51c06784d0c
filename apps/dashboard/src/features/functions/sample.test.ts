import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { sampleFor } from './sample.js'

/** Runs the sample for a new message. Resolves with the message that it creates. */
function answerTo(payload: { body: string | null; conversation_id: string }): Promise<unknown> {
  const papercups = { messages: { create: (message: object) => message } }
  const scope = { require: () => () => papercups, process: { env: {} }, event: 'message:created', payload }
  return runInNewContext(`${sampleFor('https://chat.example')}; handler({ event, payload })`, scope)
}

test('the sample answers texts, and messages with only files', async () => {
  const answer = { type: 'bot', conversation_id: 'c1' }
  expect(await answerTo({ body: 'A Test', conversation_id: 'c1' })).toEqual({ ...answer, body: 'Test successful!' })
  expect(await answerTo({ body: 'Hi', conversation_id: 'c1' })).toEqual({
    ...answer,
    body: 'Thank you! We got your message: "Hi"',
  })
  expect(await answerTo({ body: null, conversation_id: 'c1' })).toEqual({
    ...answer,
    body: 'Thank you! We got your message.',
  })
})
