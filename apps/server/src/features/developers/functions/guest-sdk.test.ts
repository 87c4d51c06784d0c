import { expect, test } from 'vitest'
import { endedRuns, FUNCTIONS, newFunction } from '../../../../test/functions.js'
import { reactionsDone } from '../../../../test/mail.js'
import { story } from '../../../../test/story.js'

const SDK = `const papercups = require('@papercups-io/papercups')(process.env.PAPERCUPS_API_KEY)`

test("functions of the original reach reports, Slack, Gmail, Twilio and GitHub by the SDK's methods", async () => {
  const { ada, carla, server } = await story()
  await carla.says('Hello')
  await reactionsDone(server)
  const code = `${SDK}
  const mail = { recipient: 'dora@example.com', subject: 'Hello', message: 'It is ready.' }
  const handler = async () => {
    const { messages_by_date } = await papercups.reporting({ from_date: '2024-01-01', to_date: '2024-01-02' })
    const read = [messages_by_date, await papercups.github.repos.list()]
    read.push(await papercups.github.issues.list({ owner: 'acme', repo: 'shop' }))
    await papercups.slack.notify({ text: 'A new version is out.' })
    await papercups.gmail.send(mail)
    await papercups.twilio.send({ to: '+15550100', body: 'It is ready.' })
    await papercups.github.issues.create({ owner: 'acme', repo: 'shop', issue: { title: 'It is late' } })
    return read
  }`
  const fn = await newFunction(ada, code)
  const { id } = await ada.data('POST', `${FUNCTIONS}/${fn.id}/rehearsals`, { code })
  const rehearsal = () => ada.data('GET', `${FUNCTIONS}/${fn.id}/rehearsals/${id}`)
  await expect.poll(rehearsal).toMatchObject({ is_finished: true })

  const [run] = (await rehearsal()).runs
  expect(run).toMatchObject({ status: 'succeeded', error: null })
  expect(JSON.parse(run.result)).toEqual([[{ date: '2024-01-01', count: 0 }], [], []])
  const v1 = `${server.platform.config.base_url}/api/v1`
  const writes = run.writes.map(({ method, url, body }: Record<'method' | 'url' | 'body', string>) => [
    `${method} ${url.replace(v1, '')}`,
    JSON.parse(body),
  ])
  expect(writes).toEqual([
    ['POST /slack/notify', { text: 'A new version is out.' }],
    ['POST /gmail/send', { recipient: 'dora@example.com', subject: 'Hello', message: 'It is ready.' }],
    ['POST /twilio/send', { to: '+15550100', body: 'It is ready.' }],
    ['POST /github/issues', { owner: 'acme', repo: 'shop', issue: { title: 'It is late' } }],
  ])
})

test('a function reads a conversation, tags it and links an issue', async () => {
  const { ada, carla } = await story()
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  const old = await ada.data('POST', '/api/tags', { tag: { name: 'Old' } })
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'It is late' } })
  await ada.data('POST', `/api/conversations/${carla.conversation_id}/tags`, { tag_id: old.id })
  const fn = await newFunction(
    ada,
    `${SDK}
    const handler = async ({ payload: { conversation_id, customer_id } }) => {
      await papercups.conversations.addTag(conversation_id, '${tag.id}')
      await papercups.conversations.removeTag(conversation_id, '${old.id}')
      await papercups.customers.addTag(customer_id, '${tag.id}')
      await papercups.customers.addIssue(customer_id, '${issue.id}')
      const messages = await papercups.conversations.listMessages(conversation_id, { limit: 5 })
      return messages.map(({ body }) => body)
    }`,
  )
  await carla.says('Where is my order?')

  await expect.poll(() => endedRuns(ada, fn)).toMatchObject([{ error: null, result: '["Where is my order?"]' }])
  const { tags } = await ada.data('GET', `/api/conversations/${carla.conversation_id}`)
  expect(tags).toMatchObject([{ name: 'VIP' }])
  const customer = await ada.data('GET', `/api/customers/${carla.customer_id}?expand[]=tags&expand[]=issues`)
  expect(customer).toMatchObject({ tags: [{ name: 'VIP' }], issues: [{ id: issue.id }] })
})
