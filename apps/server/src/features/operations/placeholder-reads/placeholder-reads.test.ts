import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'

const LISTS = ['browser_sessions']
const AUTHORIZATIONS = ['google', 'twilio', 'github', 'hubspot', 'intercom']

test('answers reads of missing capabilities as empty', async () => {
  const { ada, ben, carla } = await story()
  for (const agent of [ada, ben]) {
    for (const list of LISTS) expect((await agent.get(`/api/${list}?limit=5&inbox_id`)).body).toEqual({ data: [] })
    for (const service of AUTHORIZATIONS)
      expect((await agent.get(`/api/${service}/authorization?type=reply&inbox_id`)).body).toEqual({ data: null })
    const counted = await agent.get(`/api/browser_sessions/count?active=true&customer_id=${carla.customer_id}`)
    expect(counted.body).toEqual({ data: { count: 0 } })
  }
})

test('rejects callers who are not signed in', async () => {
  const { server } = await story()
  const stranger = new Client(server.url)
  const paths = [...LISTS, 'browser_sessions/count', ...AUTHORIZATIONS.map((service) => `${service}/authorization`)]
  for (const path of paths) expect([path, (await stranger.get(`/api/${path}`)).status]).toEqual([path, 401])
})
