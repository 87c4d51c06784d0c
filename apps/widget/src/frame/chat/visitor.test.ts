import { expect, test, vi } from 'vitest'
import type { Api } from '../lib/api.js'
import { readParams, type FrameOptions } from '../lib/params.js'
import { openStore } from '../lib/storage.js'
import { Visitor } from './visitor.js'

const former = 'c0000000-0000-4000-8000-000000000000'
const created = 'd0000000-0000-4000-8000-000000000000'
const conversation = 'e0000000-0000-4000-8000-000000000000'

/** A visitor whose customer was deleted. The test gives each of the server's answers when it wants to. */
function openVisitor(external_id = '') {
  vi.stubGlobal('navigator', { userAgent: '' })
  const answers: Array<(answer: unknown) => void> = []
  const later = () => new Promise((resolve) => answers.push(resolve))
  const api = { customerExists: later, identify: later, createCustomer: () => Promise.resolve({ id: created }) }
  const store = openStore(() => {
    throw new Error('denied')
  })
  const options = { ...readParams('?token=8d1d7588-193c-47c6-bc71-9ba89f2301be'), visitor: { external_id } }
  const left = vi.fn()
  const visitor = new Visitor(api as unknown as Api, store, 'k', options as FrameOptions, left)
  visitor.know({ customer_id: former })
  return { visitor, answers }
}

test('a late answer about a deleted customer leaves the new one in place', async () => {
  const { visitor, answers } = openVisitor()
  const [early, late] = [visitor.verify(), visitor.verify()]

  answers[1]?.(false)
  await late
  expect(visitor.customer_id).toBe('')
  await visitor.create()
  visitor.know({ conversation_id: conversation })
  answers[0]?.(false)
  await early

  expect(visitor).toMatchObject({ customer_id: created, conversation_id: conversation })
})

test('a late answer that nobody has the external id leaves the new customer in place', async () => {
  const { visitor, answers } = openVisitor('u1')
  const [early, late] = [visitor.verify(), visitor.verify()]
  for (const answer of answers.splice(0)) answer(false)
  await expect.poll(() => answers.length).toBe(2)

  answers[1]?.({ customer_id: null })
  await late
  await visitor.create()
  visitor.know({ conversation_id: conversation })
  answers[0]?.({ customer_id: null })
  await early

  expect(visitor).toMatchObject({ customer_id: created, conversation_id: conversation })
})

test('an answer to an expired token does not count once the page has passed a new one', async () => {
  const { visitor, answers } = openVisitor('u1')
  const early = visitor.verify()
  answers.pop()?.(false)
  await expect.poll(() => answers.length).toBe(1)
  expect(visitor.describe({ identityToken: 'new' })).toBe(true)
  answers.pop()?.({ customer_id: null })
  await early
  expect(visitor.isNamed).toBe(false)

  const late = visitor.verify()
  answers.pop()?.({ customer_id: created })
  await late
  expect(visitor).toMatchObject({ customer_id: created, isNamed: true })
  expect(visitor.describe({ identityToken: 'new', name: 'Carla' })).toBe(false)
})
