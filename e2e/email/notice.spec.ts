import { runSql } from '../database.js'
import { history, row } from '../inbox/locators.js'
import { call, HOME, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, expectToHear, test } from '../story.js'
import { meets } from '../visitors.js'
import { bounce, takesMail, TAKES_MAIL } from './mails.js'

test('a chat shows that an unseen answer was mailed and came back, live and later', async ({ installOnce }) => {
  const { papercups, somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const send = await takesMail(ada)
  const { asks, answers, begins } = await meets(ada, account_id, 'Carla')
  const id = await begins()
  await asks(id, { body: 'Where is my parcel?' })
  await answers(id, { body: 'It left our house.' })
  const [answer] = await call<{ id: string }[]>(ada, `/api/conversations/${id}/messages?limit=1`)
  await ada.goto(HOME)
  await expectToHear(ada)
  await row(ada, 'It left our house.').getByRole('link').click()
  await expect(history(ada).getByText('It left our house.')).toBeVisible()

  // As the server stores a notice that it has sent after 20 minutes.
  await runSql(
    papercups,
    `insert into outgoing_mails (account_id, conversation_id, kind, message_ids, rfc_message_id, people, to_emails, subject, state, sent_at)
     values ($1, $2, 'notice', jsonb_build_array($3::text), '<notice@chat.acme.test>', '["carla@example.com"]', '["carla@example.com"]',
       'New message from Acme', 'sent', now())`,
    [account_id, id, answer?.id],
  )
  await send({ from: 'MAILER-DAEMON@example.com', content: bounce('carla@example.com', '<notice@chat.acme.test>') })
  const state = history(ada).getByText('The email came back from carla@example.com: 550 5.1.1')
  await expect(state).toBeVisible()
  await expect(history(ada).getByText('carla@example.com gets no automatic emails')).toBeVisible()
  await expectAccessible(ada)

  await runSql(papercups, `update messages set created_at = now() - interval '1 hour' where id = $1`, [answer?.id])
  await ada.setViewportSize({ width: 360, height: 740 })
  await ada.reload()
  await expect(state).toBeVisible()
  await expectToFit(ada)
})
