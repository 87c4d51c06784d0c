import type { Message } from '@papercups/contract'
import { expect, test } from 'vitest'
import { reactionsDone } from '../../../../test/mail.js'
import { setStatus, turnRatingsOn } from '../../../../test/ratings.js'
import { Reader } from '../../../../test/reader.js'
import { story } from '../../../../test/story.js'

test('a visitor without JavaScript rates a closed chat and changes the rating', async () => {
  const { ada, acme, server, hearOut } = await story()
  await turnRatingsOn(ada)
  const path = `/chat/${acme.id}`
  const carl = new Reader(server.url)
  await carl.opens(path)
  await carl.writes(path, 'Where is my parcel?')
  await hearOut()
  const [{ conversation_id }] = ada.heard as [Message]
  await ada.replies(conversation_id, 'It arrives today.')
  await carl.opens(path)
  expect(carl.page).not.toContain('name="score"')
  await setStatus(ada, conversation_id, 'closed')
  await reactionsDone(server)

  carl.language = 'de'
  await carl.opens(path)
  expect(carl.page).toContain('<legend>Wie war Ihr Gespräch mit uns?</legend>')
  const { form_token = '', ...fields } = { ...carl.hidden, conversation_id }
  const rates = (more: Record<string, string>) => carl.posts(`${path}/rating`, { ...fields, form_token, ...more })
  await rates({ score: '2', comment: '<b>Zu langsam</b>' })
  expect([carl.status, carl.page]).toEqual([200, expect.stringContaining('Danke für Ihre Bewertung!')])
  expect(carl.page).toMatch(/value="2"\s+required\s+checked/)
  expect(carl.page).toContain('&#60;b&#62;Zu langsam')
  await rates({ score: '4', comment: '' })
  const ratings = () => ada.data('GET', `/api/conversations/${conversation_id}/ratings`)
  expect(await ratings()).toMatchObject([{ score: 4, comment: null, source: 'chat_page' }])

  expect((await rates({ score: '9' })).status).toBe(422)
  expect((await rates({ score: '1', form_token: 'forged' })).status).toBe(403)
  const stranger = new Reader(server.url)
  await stranger.opens(path)
  const forged = { ...stranger.hidden, conversation_id, score: '1' }
  expect((await stranger.posts(`${path}/rating`, forged)).status).toBe(404)
  expect(await ratings()).toMatchObject([{ score: 4 }])

  await carl.opens(path)
  await carl.writes(path, 'It did not arrive')
  expect(carl.page).not.toContain('name="score"')
})
