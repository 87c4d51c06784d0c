import { expect, test } from 'vitest'
import { decodeFrame, encodeClose, encodePush, encodeReply, isVsn } from './frame.js'

const frame = { join_ref: '3', ref: '4', topic: 'room:1', event: 'shout', payload: { body: 'hi' } }

test('both versions decode to the same frame', () => {
  expect(decodeFrame('2.0.0', '["3","4","room:1","shout",{"body":"hi"},"more"]')).toEqual(frame)
  expect(decodeFrame('1.0.0', JSON.stringify(frame))).toEqual(frame)
  expect(decodeFrame('1.0.0', JSON.stringify({ ...frame, join_ref: undefined }))).toEqual({ ...frame, join_ref: null })
  expect(isVsn('1.0.0') && isVsn('2.0.0')).toBe(true)
  expect(isVsn('2.0.1')).toBe(false)
})

test('encodes replies, pushes and closes', () => {
  const topic = 'a:"b"\u2028'
  expect(encodePush('2.0.0', topic, 'e', '{"n":1}')).toBe(JSON.stringify([null, null, topic, 'e', { n: 1 }]))
  expect(JSON.parse(encodePush('1.0.0', topic, 'e', '{"n":1}'))).toEqual({
    topic,
    event: 'e',
    payload: { n: 1 },
    ref: null,
  })
  expect(JSON.parse(encodeReply('2.0.0', 'j', 7, topic, 'ok', { n: 1 }))).toEqual([
    'j',
    7,
    topic,
    'phx_reply',
    { status: 'ok', response: { n: 1 } },
  ])
  expect(JSON.parse(encodeClose('1.0.0', 'j', topic, 'phx_error'))).toEqual({
    topic,
    event: 'phx_error',
    payload: {},
    ref: 'j',
  })
})

test.each([
  ['', 'null', '1', '"text"', 'true', '[', '{', '[]', '{}', '\u0000'],
  [
    '[null,null,"t","e"]',
    '[{},null,"t","e",{}]',
    '[null,[],"t","e",{}]',
    '[null,null,7,"e",{}]',
    '[null,null,"t",null,{}]',
  ],
  [
    `["${'x'.repeat(65)}","1","t","e",{}]`,
    '{"topic":"t","event":"e","payload":{}}',
    '{"topic":"t","event":"e","ref":"1"}',
  ],
  ['{"topic":{},"event":"e","payload":{},"ref":"1"}', '{"__proto__":{"topic":"t","event":"e","payload":{},"ref":"1"}}'],
])('returns undefined for %s', (...texts) => {
  for (const text of texts) {
    expect(decodeFrame('2.0.0', text)).toBeUndefined()
    expect(decodeFrame('1.0.0', text)).toBeUndefined()
  }
})

test('accepts payloads of any shape and depth', () => {
  for (const payload of ['null', '7', '"text"', '[]', '['.repeat(100_000) + ']'.repeat(100_000)]) {
    expect(decodeFrame('2.0.0', `["1","1","t","e",${payload}]`)).toMatchObject({ topic: 't', event: 'e' })
  }
})
