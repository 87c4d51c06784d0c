import { Data, Nullable } from '@papercups/contract'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.js'
import { expectErrors } from '../../../test/logged-errors.js'
import { startTestServer } from '../../../test/server.js'
import { defineFeature } from '../feature.js'
import { pickDeclared } from './declared-fields.js'

const User = Type.Object({ id: Type.Integer(), settings: Nullable(Type.Object({ theme: Type.String() })) })
const row = { id: 1, settings: { theme: 'dark', seed: 'secret' }, password_hash: 'secret' }

test('an undeclared field never leaves the server', async () => {
  expectErrors(/other-status does not declare its 200 response/)
  const careless = defineFeature({
    routes(app) {
      const config = { allow: 'public' } as const
      app.get('/api/leaky', { config, schema: { response: { 200: Data(User) } } }, async () => ({ data: row }))
      app.get('/api/leaky-list', { config, schema: { response: { 200: Data(Type.Array(User)) } } }, async () => ({
        data: [row],
        debug: 'secret',
      }))
      app.get('/api/other-status', { config, schema: { response: { 201: Data(User) } } }, async () => row as never)
    },
  })
  const server = await startTestServer({ features: [careless] })
  const visitor = new Client(server.url)
  const declared = { id: 1, settings: { theme: 'dark' } }

  expect((await visitor.get('/api/leaky')).body).toEqual({ data: declared })
  expect((await visitor.get('/api/leaky-list')).body).toEqual({ data: [declared] })
  const undeclared = await visitor.get('/api/other-status')
  expect(undeclared.status).toBe(500)
  expect(JSON.stringify(undeclared.body)).not.toContain('secret')
})

test('a route that does not declare its response stops the boot', async () => {
  const careless = defineFeature({
    routes: (app) => void app.get('/api/careless', { config: { allow: 'public' } }, async () => ({})),
  })
  await expect(startTestServer({ features: [careless] })).rejects.toThrow(
    'GET /api/careless does not declare its response',
  )
})

test('free maps, unions and plain values are kept', () => {
  const Entry = Type.Union([
    Type.Object({ kind: Type.Literal('visit'), url: Type.String() }),
    Type.Object({ kind: Type.Literal('note'), body: Type.String() }),
  ])
  const schema = Type.Object({
    metadata: Type.Record(Type.String(), Type.Unknown()),
    counts: Type.Object({ open: Type.Integer() }, { additionalProperties: Type.Integer() }),
    entries: Type.Array(Entry),
    pair: Type.Tuple([Type.String(), User]),
    at: Nullable(Type.String()),
    anything: Type.Unknown(),
  })
  const value = {
    metadata: { plan: { tier: 'pro' } },
    counts: { open: 1, closed: 2 },
    entries: [
      { kind: 'visit', url: '/' },
      { kind: 'note', body: 'Hi' },
    ],
    pair: ['first', { id: 1, settings: null }],
    at: null,
    anything: { deep: [1] },
  }

  expect(pickDeclared(schema)({ ...value, extra: 1 })).toEqual(value)
})
