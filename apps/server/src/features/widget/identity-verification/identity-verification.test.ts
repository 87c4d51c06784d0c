import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import type { Client } from '../../../../test/client.js'
import { demandProof, hash, keyOf, knownCarla, now, part, query, token } from '../../../../test/identity-proofs.js'
import { story, Visitor } from '../../../../test/story.js'

/** Tries every call with her ids, and returns each result. */
async function everythingAs(who: Client, { account_id, customer_id, conversation_id }: Visitor, proof: object) {
  const scope = { account_id, ...proof }
  const own = `/api/customers/${customer_id}`
  const upload = async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...scope, customer_id })) form.set(name, String(value))
    form.set('file', new Blob(['words']), 'words.txt')
    return (await fetch(`${who.url}/api/upload`, { method: 'POST', body: form })).status
  }
  const join = (topic: `conversation:${string}`) =>
    who.join(topic, { customer_id, ...proof }).then(
      () => 'joined',
      (error: Error) => error.message,
    )
  return {
    exists: (await who.get(`${own}/exists?${query(scope)}`)).body.data,
    open: (await who.get(`/api/conversations/customer?${query({ customer_id, ...scope })}`)).body.data.length,
    past: (await who.get(`${own}/conversations?${query(scope)}`)).body.data.length,
    messages: (await who.get(`${own}/conversations/${conversation_id}?${query(scope)}`)).status,
    update: (await who.put(`${own}/metadata`, { metadata: { pathname: '/cart' }, ...proof })).status,
    start: (await who.post('/api/conversations', { conversation: { account_id, customer_id }, ...proof })).status,
    upload: await upload(),
    topic: await join(`conversation:${conversation_id}`),
    lobby: await join(`conversation:lobby:${customer_id}`),
  }
}

const REFUSED = {
  exists: false,
  open: 0,
  past: 0,
  messages: 404,
  update: 403,
  start: 403,
  upload: 403,
  topic: 'unauthorized',
  lobby: 'unauthorized',
}
const ADMITTED = {
  exists: true,
  open: 1,
  past: 1,
  messages: 200,
  update: 200,
  start: 201,
  upload: 201,
  topic: 'joined',
  lobby: 'joined',
}

test('rejects claims without proof, once the account requires it', async () => {
  const all = await story()
  const { ada, acme, server, globex, grace } = all
  const { carla, external_id, email } = await knownCarla(all)
  const identify = (more: object = {}) =>
    `/api/customers/identify?${query({ account_id: acme.id, external_id, ...more })}`
  const mallory = new Visitor(server.url)

  // As existing embeds work, until somebody requires proof.
  expect((await mallory.get(identify())).body.data).toEqual({ customer_id: carla.customer_id })
  expect(await everythingAs(new Visitor(server.url), carla, {})).toMatchObject({ exists: true, topic: 'joined' })

  await demandProof(ada)
  expect((await mallory.get(identify())).body.data).toEqual({ customer_id: null })
  expect((await mallory.get(identify({ email }))).body.data).toEqual({ customer_id: null })
  expect(await everythingAs(new Visitor(server.url), carla, {})).toEqual(REFUSED)

  for (const claim of [{ external_id }, { email }, { email: ` ${email.toUpperCase()}\u200b` }, { email: ada.email }]) {
    await mallory.arrives(acme.id, { name: 'Carla', ...claim })
    const path = `/api/customers/${mallory.customer_id}/metadata`
    const received = await mallory.put(path, { metadata: { ...claim, os: 'Plan 9' } })
    expect(received.status).toBe(200)
    const { db } = databaseOf(server.platform)
    const row = db.selectFrom('customers').select(['external_id', 'email', 'os']).where('id', '=', mallory.customer_id)
    expect(await row.executeTakeFirst()).toEqual({ external_id: null, email: null, os: 'Plan 9' })
    // The answer repeats what was sent, so nobody learns which emails are known.
    if ('email' in claim) expect(received.body.data.email).toBe(claim.email)
  }
  // A stranger may give their own email, and their chat works as before.
  await mallory.arrives(acme.id, { email: `mallory-${randomUUID()}@example.com` })
  await mallory.opensChat()
  await mallory.says('Hello')
  expect(mallory.heard).toMatchObject([{ body: 'Hello', customer: { email: expect.stringContaining('mallory') } }])

  expect((await keyOf(grace)) === (await keyOf(ada))).toBe(false)
  const elsewhere = await new Visitor(server.url).arrives(globex.id, { external_id })
  expect((await grace.get('/api/identity_verification')).body.data.required).toBe(false)
  expect(
    (await elsewhere.get(`/api/customers/identify?${query({ account_id: globex.id, external_id })}`)).body.data,
  ).toEqual({ customer_id: elsewhere.customer_id })
  await demandProof(ada, false)
  expect((await mallory.get(identify())).body.data).toEqual({ customer_id: carla.customer_id })
})

test('requiring proof ends unproven sockets and keeps proven ones', async () => {
  const all = await story()
  const { ada, server } = all
  const { carla, external_id, key } = await knownCarla(all)
  const { customer_id, conversation_id } = carla
  const listener = async (proof: object) => {
    const topic = new Visitor(server.url).line.topic(`conversation:${conversation_id}`, { customer_id, ...proof })
    const [answers, heard]: string[][] = [[], []]
    topic.on('shout', ({ body }) => heard?.push(body ?? ''))
    await new Promise<void>((entered) => {
      const joined = () => void (answers?.push('joined'), entered())
      topic.join({ joined, refused: ({ reason = '' }) => answers?.push(reason) })
    })
    return { topic, answers, heard }
  }
  const mallory = await listener({})
  const proven = await listener({ user_hash: hash(key, external_id) })

  await demandProof(ada)
  await ada.replies(conversation_id, 'Only for Carla')
  await expect.poll(() => mallory.answers).toEqual(['joined', 'unauthorized'])
  await expect.poll(() => proven.answers).toEqual(['joined', 'joined'])
  await ada.replies(conversation_id, 'Still there?')
  await proven.topic.push('ping', {})
  expect(proven.heard).toEqual(['Still there?'])
  expect(mallory.heard).toEqual([])
})

test('a hash or token from the site’s server gives access', async () => {
  const all = await story()
  const { ada, acme, server } = all
  const { carla, external_id, email, key, token_key } = await knownCarla(all)
  await demandProof(ada)
  const exp = now() + 60
  const proofs = [
    { user_hash: hash(key, external_id) },
    { user_hash: hash(key, external_id).toUpperCase() },
    { identity_token: token(token_key, { sub: external_id, exp }) },
    { identity_token: token(token_key, { sub: external_id, exp, iat: now(), nbf: now() }), user_hash: 'nonsense' },
  ]
  for (const proof of proofs) {
    const path = `/api/customers/identify?${query({ account_id: acme.id, external_id, ...proof })}`
    expect((await carla.get(path)).body.data).toEqual({ customer_id: carla.customer_id })
  }
  expect(await everythingAs(new Visitor(server.url), carla, proofs[0] ?? {})).toEqual(ADMITTED)

  // A first visit from another browser: the proof is sent beside the customer.
  const dora = new Visitor(server.url)
  const known = { account_id: acme.id, external_id: 'dora', email: 'dora@example.com' }
  const made = await dora.data('POST', '/api/customers', { customer: known, user_hash: hash(key, 'dora') })
  expect(made).toMatchObject({ external_id: 'dora', email: 'dora@example.com' })
  // A proven person cannot claim another identity as well.
  const claims = { metadata: { external_id, email, name: 'Dora' } }
  const { data } = (await dora.put(`/api/customers/${made.id}/metadata`, { ...claims, user_hash: hash(key, 'dora') }))
    .body
  expect(data).toMatchObject({ external_id: 'dora', name: 'Dora' })
  expect(
    (await ada.get('/api/conversations')).body.data.map((row: { customer: { email: string } }) => row.customer.email),
  ).toEqual(expect.arrayContaining([email]))
  const { db } = databaseOf(server.platform)
  const stored = db.selectFrom('customers').select('email').where('id', '=', made.id)
  expect(await stored.executeTakeFirst()).toEqual({ email: 'dora@example.com' })
  // Unless the site signed it.
  const signed = { identity_token: token(token_key, { sub: 'dora', email, exp }) }
  await dora.put(`/api/customers/${made.id}/metadata`, { ...claims, ...signed })
  expect(await stored.executeTakeFirst()).toEqual({ email })
})

test('invalid proof gives no access and causes no error', async () => {
  const all = await story()
  const { ada, grace, server } = all
  const { carla, external_id, key, token_key } = await knownCarla(all)
  await demandProof(ada)
  const exp = now() + 60
  const [signed = ''] = token(token_key, { sub: external_id, exp }).split(/\.(?=[^.]*$)/)
  const foreign = await keyOf(grace)
  const worthless = {
    nothing: {},
    'an empty hash': { user_hash: '' },
    'a hash of somebody else': { user_hash: hash(key, 'somebody else') },
    'a hash of the id with a space behind': { user_hash: hash(key, `${external_id} `) },
    'a hash of the id in capitals': { user_hash: hash(key, external_id.toUpperCase()) },
    'a hash by another account’s key': { user_hash: hash(foreign, external_id) },
    'half a hash': { user_hash: hash(key, external_id).slice(0, 32) },
    'the hash as a list': { user_hash: [hash(key, external_id)] },
    'the hash as a token': { identity_token: hash(key, external_id) },
    'a token by another account’s key': { identity_token: token(foreign, { sub: external_id, exp }) },
    'a token without a signature': { identity_token: `${signed}.` },
    'alg none': { identity_token: `${part({ alg: 'none' })}.${part({ sub: external_id, exp })}.` },
    'alg none, signed': { identity_token: token(token_key, { sub: external_id, exp }, { alg: 'none' }) },
    'another alg': { identity_token: token(token_key, { sub: external_id, exp }, { alg: 'HS512' }) },
    'an expired token': { identity_token: token(token_key, { sub: external_id, exp: now() - 1 }) },
    'a token without an end': { identity_token: token(token_key, { sub: external_id }) },
    'an end that is text': { identity_token: token(token_key, { sub: external_id, exp: '9999999999' }) },
    'a token from the future': {
      identity_token: token(token_key, { sub: external_id, exp: now() + 9_000, iat: now() + 3_600 }),
    },
    'a token for later': {
      identity_token: token(token_key, { sub: external_id, exp: now() + 9_000, nbf: now() + 3_600 }),
    },
    'no subject': { identity_token: token(token_key, { exp }) },
    'another subject': { identity_token: token(token_key, { sub: 'somebody else', exp }) },
    'a subject that is a list': { identity_token: token(token_key, { sub: [external_id], exp }) },
    'claims that are none': { identity_token: token(token_key, [] as never) },
    'four parts': { identity_token: `${token(token_key, { sub: external_id, exp })}.x` },
    'a prototype': { identity_token: '__proto__.constructor.toString' },
    'ten thousand letters': { user_hash: 'a'.repeat(10_000), identity_token: '.'.repeat(10_000) },
  }
  const stranger = new Visitor(server.url)
  const open = (proof: object) =>
    new Visitor(server.url).join(`conversation:${carla.conversation_id}`, proof).then(
      () => 'joined',
      (error: Error) => error.message,
    )
  for (const [what, proof] of Object.entries(worthless)) {
    expect(await open(proof), what).toBe('unauthorized')
    const answer = await stranger.put(`/api/customers/${carla.customer_id}/metadata`, { metadata: {}, ...proof })
    expect([403, 422], what).toContain(answer.status)
  }
  expect(await open({ user_hash: hash(key, external_id) })).toBe('joined')
})
