import { history, row } from '../inbox/locators.js'
import { registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { plain, takesMail, TAKES_MAIL } from './mails.js'

test('a mail to many people leaves room for the thread, and recipients that fail to load can be asked for again', async ({
  installOnce,
}) => {
  const { somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  await registerCompany(ada)
  const send = await takesMail(ada)
  const cc = Array.from({ length: 30 }, (_, at) => `person-${at}@a-company-with-a-long-name.test`).join(', ')
  await send({ cc, content: plain('Who can help us?') })
  const failure = { status: 500, json: { error: { status: 500, message: 'no luck' } } }
  await ada.route('**/reply_recipients', (route) => route.fulfill(failure))
  await row(ada, 'Who can help us?').getByRole('link').click()

  const recipients = ada.getByRole('group', { name: 'Recipients' })
  await expect(recipients).toContainText('The recipients could not be loaded')
  await expectAccessible(ada)
  await ada.unroute('**/reply_recipients')
  await recipients.getByRole('button', { name: 'Try again' }).click()
  await expect(recipients).toContainText('To dana@shop.test')
  await recipients.getByRole('button', { name: 'Reply to all' }).click()
  await expect(recipients).toContainText('and 27 more')

  const mail = history(ada).getByText('Who can help us?')
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    await ada.setViewportSize({ width, height })
    await expect(mail).toBeInViewport()
    await expectToFit(ada)
  }
  await recipients.getByRole('button', { name: 'Edit recipients' }).click()
  await expect(recipients.getByText('person-29@a-company-with-a-long-name.test')).toBeAttached()
  await expect(recipients).not.toContainText('and 27 more')
  await expect(ada.getByRole('textbox', { name: 'Reply' })).toBeInViewport()
  await expectToFit(ada)
  await expectAccessible(ada)
})
