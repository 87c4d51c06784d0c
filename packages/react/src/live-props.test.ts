import { expect, test } from 'vitest'
import { sideOf } from './chat-widget.js'
import { introduction } from './customer.js'
import { trackChanges } from './live-props.js'

test('the chat is told of the props that changed, and of no other', () => {
  const changes = trackChanges({ title: 'Ask Acme', subtitle: 'Hello', requireEmailUpfront: false })
  expect(changes({ title: 'Ask Acme', subtitle: 'Hello', requireEmailUpfront: false })).toEqual({})
  expect(changes({ title: 'Ask us', subtitle: 'Hello', requireEmailUpfront: false })).toEqual({ title: 'Ask us' })
  // What the page no longer says is the account's again. What has changed before is said again to a chat that is loaded later.
  expect(changes({ title: 'Ask us', requireEmailUpfront: false })).toEqual({ title: 'Ask us', subtitle: null })
  expect(changes({ title: 'Ask Acme', token: 'another' })).toEqual({
    title: 'Ask Acme',
    subtitle: null,
    requireEmailUpfront: null,
  })
})

test('the page’s own button stands where the widget’s would', () => {
  expect(sideOf()).toEqual({ right: 20 })
  expect(sideOf('left')).toEqual({ left: 20 })
  expect(sideOf({ side: 'left', offset: 48 })).toEqual({ left: 48 })
})

test('proof goes with the person it is for, and nobody is left standing', () => {
  const former = { userHash: 'of u1' }
  expect(introduction({ ...former, customer: { external_id: 'u2', userHash: 'of u2' } })).toMatchObject({
    external_id: 'u2',
    userHash: 'of u2',
  })
  expect(introduction({ customer: { name: 'Carla' } })).toEqual({
    external_id: null,
    userHash: undefined,
    identityToken: undefined,
    name: 'Carla',
  })
})
