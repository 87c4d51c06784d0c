import { createLog } from '../../apps/server/dist/platform/log.js'
import { createMailer } from '../../apps/server/dist/platform/mail/mailer.js'
import { registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('an admin reads unsent emails on a development install', async ({ install }) => {
  const { papercups, somebody } = await install({ NODE_ENV: 'development' })
  const config = {
    smtp_url: undefined,
    smtp_retries: 2,
    mailgun: undefined,
    mail_from: 'acme@example.com',
    data_dir: papercups.data_dir,
    check_recipient_domains: true,
  }
  const ada = await somebody()
  const { account_id } = await registerCompany(ada)
  const html = '<h1>Welcome</h1><script>document.title = "hacked"</script>'
  await createMailer(config, createLog('error')).sendMail({
    account_id,
    to: 'zoe@example.com',
    subject: 'Hello Zoe',
    text: 'Welcome',
    html,
  })

  await ada.getByRole('link', { name: 'Mailbox' }).click()
  await ada.getByRole('link', { name: /Hello Zoe/ }).click()
  await expect(ada.frameLocator('iframe[title="Email content"]').getByText('Welcome')).toBeVisible()
  await expect(ada).toHaveTitle('Papercups')
  await expectAccessible(ada)

  // A phone shows the list or the email.
  await ada.setViewportSize({ width: 360, height: 720 })
  await expect(ada.getByRole('link', { name: /Hello Zoe/ })).toBeHidden()
  await expectToFit(ada)
  await ada.getByRole('link', { name: 'All mail' }).click()
  await expect(ada.getByRole('link', { name: /Hello Zoe/ })).toBeVisible()

  await ada.getByRole('button', { name: 'Empty' }).click()
  await expect(ada.getByText('No mail yet')).toBeVisible()
})
