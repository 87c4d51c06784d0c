import { startImapServer } from '../imap-server.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('an admin connects a mailbox, sees its state and disconnects it', async ({ installOnce }) => {
  const imap = await startImapServer('app password')
  const { somebody } = await installOnce({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
  await ada.goto(`/inboxes/${id}/email-forwarding`)
  await ada.getByRole('button', { name: 'Connect a mailbox' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Connect a mailbox' })
  const receiving = dialog.getByRole('group', { name: 'Receiving' })

  await dialog.getByLabel('Provider').selectOption('Gmail')
  await expect(receiving.getByLabel('Server')).toHaveValue('imap.gmail.com')
  await expect(dialog.getByRole('group', { name: 'Sending' }).getByLabel('Server')).toHaveValue('smtp.gmail.com')
  await expect(dialog.getByText(/app password instead of your usual one/)).toBeVisible()
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByLabel('Email address')).toHaveAccessibleDescription(/Enter the email address/)

  await dialog.getByLabel('Email address').fill('help@acme.test')
  await dialog.getByLabel('Send answers through it (SMTP)').uncheck()
  await receiving.getByLabel('Server').fill('127.0.0.1')
  await receiving.getByLabel('Port').fill(String(imap.port))
  await receiving.getByLabel('Security').selectOption('none')
  await receiving.getByLabel('Password', { exact: true }).fill('wrong')
  await receiving.getByRole('button', { name: 'Test receiving' }).click()
  await expect(receiving.getByRole('status')).toContainText('did not accept the user name and password')
  await receiving.getByLabel('Password', { exact: true }).fill('app password')
  await expect(receiving.getByRole('status')).toBeEmpty()
  await receiving.getByRole('button', { name: 'Test receiving' }).click()
  await expect(receiving.getByRole('status')).toHaveText('The connection works.')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()

  const section = ada.getByRole('region', { name: 'Connected mailbox' })
  await expect(section.getByText('Connected', { exact: true })).toBeVisible()
  await expect(section).toContainText('help@acme.test')
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)

  // The stored password stays where it is, and is not shown.
  await section.getByRole('button', { name: 'Edit' }).click()
  const editing = ada.getByRole('dialog', { name: 'Edit the mailbox' })
  await expect(editing.getByLabel('Password', { exact: true })).toHaveValue('')
  await editing.getByLabel('Name of the sender').fill('Acme Help')
  await expectToFit(ada)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toHaveCount(0)
  await expect(section.getByText('Connected', { exact: true })).toBeVisible()

  await imap.stop()
  await expect(section.getByText('Not working')).toBeVisible({ timeout: 20_000 })
  await expect(section.getByRole('alert')).toContainText('refused or closed the connection')

  await section.getByRole('button', { name: 'Disconnect' }).click()
  await ada.getByRole('dialog', { name: 'Disconnect this mailbox?' }).getByRole('button', { name: 'Yes' }).click()
  await expect(section.getByText('No mailbox is connected')).toBeVisible()
})
