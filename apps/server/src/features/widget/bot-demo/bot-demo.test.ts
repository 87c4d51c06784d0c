import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { theServer } from '../../../../test/server.js'

const faqs = [{ q: 'Where do you ship?', a: 'To all of Europe.' }]

test('anybody may ask, and is answered from their own pairs', async () => {
  const visitor = new Client((await theServer()).url)
  const ask = (message: string) => visitor.data('POST', '/api/bot_demo/answers', { message, faqs })
  expect(await ask('where is your shipping going')).toEqual({
    question: 'Where do you ship?',
    answer: 'To all of Europe.',
  })
  expect(await ask('May I bring my dog?')).toEqual({ question: null, answer: null })
})

test('rejects invalid and oversized input', async () => {
  const visitor = new Client((await theServer()).url)
  const refused = [
    { faqs },
    { message: ' ', faqs },
    { message: 'x'.repeat(501), faqs },
    { message: 'Ship?' },
    { message: 'Ship?', faqs: 'none' },
    { message: 'Ship?', faqs: [{ q: '', a: 'Yes' }] },
    { message: 'Ship?', faqs: [{ q: 'Ship?' }] },
    { message: 'Ship?', faqs: Array.from({ length: 31 }, () => faqs[0]) },
  ]
  for (const body of refused) {
    const { status } = await visitor.post('/api/bot_demo/answers', body)
    expect(status, JSON.stringify(body).slice(0, 80)).toBe(422)
  }
})
