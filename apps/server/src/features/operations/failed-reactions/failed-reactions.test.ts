import { afterEach, expect, test } from 'vitest'
import type { Client } from '../../../../test/client.js'
import { expectErrors } from '../../../../test/logged-errors.js'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, newTeammate, Visitor } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { defineFeature } from '../../../platform/feature.js'

let broken = true
const ran: string[] = []
afterEach(() => {
  broken = true
  ran.length = 0
})

async function followMessage() {
  if (broken) throw new Error('the service is away')
  ran.push('followed')
}

const fragile = defineFeature({ later: { 'message:created': [followMessage] } })

async function startWithFailure() {
  expectErrors(/the service is away/)
  const server = await startTestServer({ features: [fragile] })
  const acme = await newCompany(server, 'Acme', 'ada')
  const carla = await (await new Visitor(server.url).arrives(acme.id)).opensChat()
  await carla.says('Hello')
  const list = async (client: Client = acme.admin) => client.data('GET', '/api/failed_reactions')
  await expect.poll(async () => (await list()).length).toBe(1)
  return { server, acme, list }
}

/** As if every attempt had failed. */
async function giveUp(server: Awaited<ReturnType<typeof startTestServer>>) {
  await databaseOf(server.platform)
    .db.updateTable('failed_reactions')
    .set({ attempts: 12, next_try_at: null })
    .execute()
}

test('retries a failed reaction until it succeeds', async () => {
  const { list } = await startWithFailure()

  broken = false
  await expect.poll(() => ran).toEqual(['followed'])
  await expect.poll(list).toEqual([])
})

test('an admin sees a failed reaction and runs it again', async () => {
  const { server, list, acme } = await startWithFailure()
  await giveUp(server)
  const [failed] = await list()
  expect(failed).toMatchObject({
    object: 'failed_reaction',
    event_type: 'message:created',
    reaction: 'followMessage',
    attempts: 12,
    error: 'the service is away',
    next_try_at: null,
  })
  expect(await metrics(server.url)).toContain('papercups_failed_reactions 1')
  expect(await metrics(server.url)).toMatch(/papercups_reaction_failures_total\{reaction="followMessage"\} [1-9]/)

  broken = false
  expect((await acme.admin.call('POST', `/api/failed_reactions/${failed.id}/retry`)).status).toBe(202)
  await expect.poll(() => ran).toEqual(['followed'])
  await expect.poll(list).toEqual([])
})

test('members and other accounts neither see nor retry it', async () => {
  const { server, acme, list } = await startWithFailure()
  await giveUp(server)
  const [{ id }] = await list()
  const ben = await newTeammate(server, acme, 'ben')
  const { admin: grace } = await newCompany(server, 'Globex', 'grace')

  expect((await ben.get('/api/failed_reactions')).status).toBe(403)
  expect((await ben.call('POST', `/api/failed_reactions/${id}/retry`)).status).toBe(403)
  expect(await list(grace)).toEqual([])
  expect((await grace.call('POST', `/api/failed_reactions/${id}/retry`)).status).toBe(404)
  expect((await list())[0].next_try_at).toBeNull()
})

const metrics = async (url: string) => (await fetch(`${url}/metrics`)).text()
