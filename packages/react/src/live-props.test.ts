import { expect, test } from 'vitest'
import { sideOf } from './chat-widget.js'
import { identityOf } from './customer.js'
import { trackChanges } from './live-props.js'

test('tracks only the props that changed', () => {
  const changes = trackChanges({ title: 'Ask Acme', subtitle: 'Hello', requireEmailUpfront: false })
  expect(changes({ title: 'Ask Acme', subtitle: 'Hello', requireEmailUpfront: false })).toEqual({})
  expect(changes({ title: 'Ask us', subtitle: 'Hello', requireEmailUpfront: false })).toEqual({ title: 'Ask us' })
  // A removed prop becomes null: the account's setting applies again. Earlier changes stay, for a chat that loads later.
  expect(changes({ title: 'Ask us', requireEmailUpfront: false })).toEqual({ title: 'Ask us', subtitle: null })
  expect(changes({ title: 'Ask Acme', token: 'another' })).toEqual({
    title: 'Ask Acme',
    subtitle: null,
    requireEmailUpfront: null,
  })
})

test('puts a custom button where the widget’s would be', () => {
  expect(sideOf()).toEqual({ right: 20 })
  expect(sideOf('left')).toEqual({ left: 20 })
  expect(sideOf({ side: 'left', offset: 48 })).toEqual({ left: 48 })
})

test('the hash belongs to its customer, and a missing external id is sent as null', () => {
  const former = { userHash: 'of u1' }
  expect(identityOf({ ...former, customer: { external_id: 'u2', userHash: 'of u2' } })).toMatchObject({
    external_id: 'u2',
    userHash: 'of u2',
  })
  expect(identityOf({ customer: { name: 'Carla' } })).toEqual({
    external_id: null,
    userHash: undefined,
    identityToken: undefined,
    name: 'Carla',
  })
})
