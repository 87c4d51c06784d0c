import { startGoogle } from '../../apps/server/test/google/stand-in.js'
import { mail, plain } from '../../apps/server/test/mails/build.js'
import { row } from '../inbox/locators.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'

const EMAIL = 'help@acme.test'

test('an admin connects Gmail, reads and answers a mail, and disconnects it', async ({ install }) => {
  const google = await startGoogle()
  const { somebody } = await install({
    GOOGLE_CLIENT_ID: 'client-1',
    GOOGLE_CLIENT_SECRET: 'secret-1',
    GOOGLE_URL: google.url,
    GMAIL_POLL_SECONDS: '1',
    DISABLE_EMAIL_VALIDITY_CHECK: 'true',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
  })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')

  await ada.goto('/integrations')
  await ada.getByRole('link', { name: 'Configure Gmail' }).click()
  await expect(ada).toHaveURL(`/inboxes/${id}/integrations/google/gmail`)
  await expect(ada.getByRole('region', { name: 'How does it work?' })).toBeVisible()
  await expectAccessible(ada)
  google.setWho('bad')
  await ada.getByRole('button', { name: 'Connect' }).click()
  const failed = ada.getByRole('alert').filter({ hasText: 'Failed to authorize Gmail' })
  await expect(failed).toContainText('OAuth access denied: invalid_grant')

  google.setWho(EMAIL)
  await ada.getByRole('button', { name: 'Connect' }).click()
  const card = ada.getByRole('region', { name: 'Connection to Gmail' })
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card.getByText(EMAIL)).toBeVisible()
  await expect(ada).toHaveURL(`/inboxes/${id}/integrations/google/gmail`)
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 720 })

  google.mailboxes.add(EMAIL, mail(`To: ${EMAIL}\nSubject: My order`, plain('Where is it?')))
  await ada.goto('/conversations/all')
  await row(ada, 'Where is it?').getByRole('link').click()
  await ada.getByRole('textbox', { name: 'Reply' }).fill('On its way')
  await ada.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  const sent = () => google.mailboxes.mailsOf(EMAIL).filter(({ labelIds }) => labelIds.includes('SENT'))
  await expect.poll(() => sent().length).toBe(1)

  await ada.goto('/settings/profile')
  google.setWho('ada@acme.test')
  const own = ada.getByRole('region', { name: 'Your Gmail' })
  await own.getByRole('button', { name: 'Connect' }).click()
  await expect(ada.getByText('Your Google account is connected.')).toBeVisible()
  await expect(own).toContainText('Connected with ada@acme.test')
  await expect(ada).toHaveURL('/settings/profile')
  await expectAccessible(ada)

  await own.getByRole('button', { name: 'Disconnect' }).click()
  const sure = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Gmail?' })
  await expectAccessible(ada)
  await sure.getByRole('button', { name: 'Yes' }).click()
  await expect(own).toContainText('Not connected.')

  // At Google's page people can also decline.
  for (const [state, page] of [
    [`support:${id}:x`, `/inboxes/${id}/integrations/google/gmail`],
    ['sheets::x', '/integrations/google/sheets'],
    ['personal::x', '/settings/profile'],
  ]) {
    await ada.goto(`/integrations/google?error=access_denied&state=${state}`)
    await expect(ada.getByText('The connection was not allowed.')).toBeVisible()
    await expect(ada).toHaveURL(page ?? '')
  }

  await failUntilClick(ada, '**/api/google/authorization?*type=personal*')
  await ada.goto('/settings/profile')
  const unread = own.getByRole('alert').filter({ hasText: 'Error retrieving your Gmail' })
  await unread.getByRole('button', { name: 'Try again' }).click()
  await expect(own).toContainText('Not connected.')

  await ada.goto('/integrations/google/gmail')
  google.revoke(EMAIL)
  await expect(card.getByRole('alert')).toContainText('Gmail no longer accepts our token')
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Gmail?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByRole('heading', { name: 'Not connected', level: 2 })).toBeVisible()
  await google.close()
})
