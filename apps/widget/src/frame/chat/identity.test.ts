import { expect, test } from 'vitest'
import { recallIdentity } from './identity.js'
import { readParams, type FrameOptions } from '../lib/params.js'
import { openStore } from '../lib/storage.js'

const carla = 'c0000000-0000-4000-8000-000000000000'
const other = 'd0000000-0000-4000-8000-000000000000'
const account = '8d1d7588-193c-47c6-bc71-9ba89f2301be'

function story(kept: Record<string, string>, { customerId = '', external_id = '' } = {}) {
  const store = openStore(() => {
    throw new Error('denied')
  }, kept)
  const options = { ...readParams(`?token=${account}`), customerId, visitor: { external_id } } as FrameOptions
  return recallIdentity(store, 'k', options)
}
const stored = (external_id = '') =>
  JSON.stringify({ customer_id: carla, conversation_id: other, external_id, email: 'carla@example.com' })

test('recognizes a returning visitor', () => {
  expect(story({ k: stored() })).toMatchObject({ customer_id: carla, conversation_id: other, changed: false })
  expect(story({ k: stored('u1') }, { external_id: 'u1' })).toMatchObject({ customer_id: carla, changed: false })
})

test('uses the id that the published frame stored', () => {
  expect(story({ __PAPERCUPS____CUSTOMER_ID__: JSON.stringify(carla) })).toMatchObject({ customer_id: carla })
})

test('the page’s id wins over the stored one', () => {
  expect(story({ k: stored() }, { customerId: other })).toMatchObject({ customer_id: other, conversation_id: '' })
})

test('forgets the former person after a sign-out or a change of person', () => {
  const gone = { customer_id: '', conversation_id: '', email: '', changed: true }
  expect(story({ k: stored('u1') })).toMatchObject(gone)
  expect(story({ k: stored('u1') }, { external_id: 'u2' })).toMatchObject(gone)
  expect(story({ k: stored('u1') }, { customerId: carla })).toMatchObject(gone)
})

test.each(['{', '[]', '{"customer_id":7}', '{"customer_id":"../x"}'])('ignores %j in the storage', (k) => {
  expect(story({ k })).toMatchObject({ customer_id: '', conversation_id: '' })
})
