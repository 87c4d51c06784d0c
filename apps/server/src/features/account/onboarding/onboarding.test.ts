import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { Client } from '../../../../test/client.js'
import { theServer } from '../../../../test/server.js'
import { newCompany, newTeammate, Visitor } from '../../../../test/story.js'

test('the checklist shows each company what it has done', async () => {
  const server = await theServer()
  const [acme, globex] = [await newCompany(server, 'Acme', 'ada'), await newCompany(server, 'Globex', 'grace')]
  const status = async (client: Client) => (await client.get('/api/onboarding_status')).body
  const nothing = {
    has_configured_inbox: false,
    has_configured_profile: false,
    has_invited_teammates: false,
    has_integrations: false,
    has_upgraded_subscription: true,
  }
  expect(await status(acme.admin)).toEqual(nothing)

  await (await new Visitor(server.url).arrives(acme.id)).opensChat()
  expect(await status(acme.admin)).toEqual({ ...nothing, has_configured_inbox: true })
  const { db } = databaseOf(server.platform)
  await db.updateTable('conversations').set({ archived_at: new Date() }).where('account_id', '=', acme.id).execute()
  expect(await status(acme.admin)).toEqual(nothing)

  const ben = await newTeammate(server, acme, 'ben')
  expect(await status(acme.admin)).toEqual({ ...nothing, has_invited_teammates: true })
  await acme.admin.data('PUT', '/api/profile', { user_profile: { display_name: 'Ada' } })
  expect(await status(acme.admin)).toMatchObject({ has_configured_profile: true })
  expect(await status(ben)).toMatchObject({ has_configured_profile: false })
  await acme.admin.data('POST', `/api/users/${ben.id}/disable`)
  expect(await status(acme.admin)).toMatchObject({ has_invited_teammates: false })

  await db.updateTable('accounts').set({ subscription_plan: 'starter' }).where('id', '=', acme.id).execute()
  expect(await status(acme.admin)).toMatchObject({ has_upgraded_subscription: false })

  expect(await status(globex.admin)).toEqual(nothing)
  expect((await new Client(server.url).get('/api/onboarding_status')).status).toBe(401)
})
