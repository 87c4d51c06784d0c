import type { Page } from '@playwright/test'
import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'

const add = (page: Page, customer: object) => call<{ id: string }>(page, '/api/customers', { data: { customer } })
const today = (page: Page) => page.getByRole('region', { name: 'Today' }).getByRole('listitem')

test('shows the timeline of a customer live', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody({ dark: true })]
  const { email } = await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada)
  const { id } = await add(ada, { name: 'Dora' })
  await ada.goto(`/customers/${id}`)
  await ada.getByRole('tab', { name: 'Timeline' }).click()
  await expect(ada).toHaveURL(`/customers/${id}?tab=timeline`)
  await expect(today(ada)).toHaveText([new RegExp(`^${email} added this customer`)])

  // Ada sees Ben's actions live.
  const { id: tag_id } = await call<{ id: string }>(ben, '/api/tags', { data: { tag: { name: 'VIP' } } })
  await call(ben, `/api/customers/${id}/tags`, { data: { tag_id } })
  await expect(today(ada).first()).toHaveText(/added the tag VIP/)
  await call(ben, '/api/notes', { data: { note: { body: 'Likes tea', customer_id: id } } })
  await expect(today(ada).first()).toHaveText(/wrote a note/)
  const conversation = { customer_id: id }
  const { id: conversation_id } = await call<{ id: string }>(ben, '/api/conversations', { data: { conversation } })
  for (const body of ['Hello', 'Are you there?'])
    await call(ben, '/api/messages', { data: { message: { conversation_id, body } } })
  await expect(today(ada).filter({ hasText: '2 messages in a conversation' })).toHaveCount(1)
  const { id: issue_id } = await call<{ id: string }>(ben, '/api/issues', {
    data: { issue: { title: `Export${'abcdefghij'.repeat(20)}` } },
  })
  await call(ben, `/api/customers/${id}/issues`, { data: { issue_id } })
  await expect(today(ada).first()).toHaveText(/linked the issue Exportabc/)
  await expect(today(ada)).toHaveText([
    /linked the issue/,
    /assigned the conversation to themselves/,
    /2 messages/,
    /started a conversation/,
    /wrote a note/,
    /added the tag VIP/,
    /added this customer/,
  ])
  await today(ada).first().getByRole('link').focus()
  await ada.keyboard.press('Tab')
  await expect(today(ada).first().locator('time')).toBeFocused()
  await expect(ada.getByRole('tooltip')).toHaveText(/^\w+ \d\d, \d{4}, \d{1,2}:\d\d [AP]M$/)
  await expectAccessible(ada)

  const show = ada.getByRole('combobox', { name: 'Show' })
  await show.click()
  await ada.getByRole('option', { name: 'Visits' }).click()
  await expect(ada.getByText('No events of this type yet.')).toBeVisible()
  await show.click()
  await ada.getByRole('option', { name: 'Notes' }).click()
  await expect(today(ada)).toHaveText([/wrote a note/])
  await today(ada).getByRole('link', { name: 'a note' }).click()
  await expect(ada).toHaveURL(`/customers/${id}?tab=notes`)

  // More than one page, on a small dark screen, and after a failure.
  for (let n = 0; n < 30; n += 1) await call(ben, '/api/notes', { data: { note: { body: `${n}`, customer_id: id } } })
  await ben.setViewportSize({ width: 360, height: 740 })
  await failUntilClick(ben, '**/timeline?*')
  await ben.goto(`/customers/${id}?tab=timeline`)
  await expect(ben.getByRole('alert')).toContainText('Error retrieving the timeline')
  await ben.getByRole('button', { name: 'Try again' }).click()
  await expect(today(ben)).toHaveCount(30)
  await ben.getByRole('button', { name: 'Show more' }).click()
  await expect(today(ben)).toHaveCount(37)
  await expect(ben.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expectToFit(ben)
  await expectAccessible(ben)
  await today(ben).filter({ hasText: 'started' }).getByRole('link', { name: 'a conversation' }).click()
  await expect(ben).toHaveURL(new RegExp(`/conversations/all/${conversation_id}`))
})
