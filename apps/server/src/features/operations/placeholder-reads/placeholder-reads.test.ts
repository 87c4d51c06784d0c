import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { story } from '../../../../test/story.js'

const AUTHORIZATIONS = ['github']

test('answers reads of missing capabilities as empty', async () => {
  const { ada, ben } = await story()
  for (const agent of [ada, ben]) {
    for (const service of AUTHORIZATIONS)
      expect((await agent.get(`/api/${service}/authorization?type=reply&inbox_id`)).body).toEqual({ data: null })
  }
})

test('rejects callers who are not signed in', async () => {
  const { server } = await story()
  const stranger = new Client(server.url)
  const paths = AUTHORIZATIONS.map((service) => `${service}/authorization`)
  for (const path of paths) expect([path, (await stranger.get(`/api/${path}`)).status]).toEqual([path, 401])
})
