import type { Page, Route } from '@playwright/test'
import { call, HOME, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { asks } from '../visitors.js'

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const history = (page: Page) => page.getByLabel('Messages', { exact: true })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const picture = { name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') }
const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Carla') }

/** Drops or pastes a file as a user does. */
async function brings(page: Page, how: 'paste' | 'drop', name: string) {
  const place = how === 'paste' ? reply(page) : history(page)
  await place.evaluate(
    (element, { how, name }) => {
      const data = new DataTransfer()
      data.items.add(new File(['some text'], name, { type: 'text/plain' }))
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { how, name },
  )
}

test('composes a message with mentions, saved replies, emoji and files, keeps the draft and sends it once', async ({
  somebody,
}) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada)
  const { id: ben_id } = await call<{ id: number }>(ben, '/api/profile', {
    method: 'PUT',
    data: { user_profile: { display_name: 'Ben Baker' } },
  })
  await call(ada, '/api/canned_responses', { data: { canned_response: { name: 'refund', content: 'It is paid.' } } })
  await ada.goto(`${HOME}/${await asks(ada, 'Carla', 'Where is my money?')}`)
  const field = reply(ada)

  await test.step('lists open while typing', async () => {
    await expect(sendButton(ada)).toBeDisabled()
    await field.pressSequentially('Ask @b')
    await expect(ada.getByRole('option', { name: /Ben Baker/ })).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', /.+/)
    await expectAccessible(ada)
    await field.press('Enter')
    await expect(field).toHaveValue('Ask @Ben Baker ')

    await field.pressSequentially('@nobody')
    await expect(ada.getByText('Teammate not found.').first()).toBeVisible()
    await field.press('Escape')
    await expect(ada.getByText('Teammate not found.')).toHaveCount(0)

    await field.fill('Ask @Ben Baker ')
    await field.pressSequentially('#ref')
    await ada.getByRole('option', { name: /refund/ }).click()
    await expect(field).toHaveValue('Ask @Ben Baker It is paid.')
    await field.pressSequentially(' /')
    await expect(ada.getByRole('option')).toHaveText([/refund/, /Manage saved replies/])
    await field.press('Escape')
    await field.press('Backspace')

    await field.pressSequentially(':tada')
    await expect(ada.getByRole('option', { name: 'party popper' })).toBeVisible()
    await field.press('Tab')
    await expect(field).toHaveValue('Ask @Ben Baker It is paid. 🎉 ')
    await ada.getByRole('button', { name: 'Add emoji' }).click()
    const search = ada.getByRole('combobox', { name: 'Search emoji' })
    await expect(search).toBeFocused()
    await expectAccessible(ada)
    await search.press('Escape')
    await expect(ada.getByRole('button', { name: 'Add emoji' })).toBeFocused()
    await ada.keyboard.press('Enter')
    await search.fill('rocket')
    await expect(ada.getByRole('option', { name: 'rocket' })).toHaveAttribute('aria-selected', 'true')
    await search.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Ask @Ben Baker It is paid. 🎉 🚀')
  })

  await test.step('attaches files by button, paste and drop, and retries a failed one', async () => {
    let fail: () => void = () => undefined
    const failed = new Promise<void>((resolve) => (fail = resolve))
    const refuse = async (route: Route) => {
      await failed
      await route.fulfill({ status: 500, json: { error: { message: 'Out of space' } } })
    }
    await ada.route('**/api/upload', refuse, { times: 1 })
    await ada.getByLabel('Files to attach').setInputFiles(letter)
    await expect(ada.getByRole('progressbar', { name: 'Uploading letter.txt' })).toBeVisible()
    await expect(sendButton(ada)).toBeDisabled()
    fail()
    await expect(ada.getByText('Out of space')).toBeVisible()
    await ada.getByRole('button', { name: 'Retry' }).click()
    await expect(sendButton(ada)).toBeEnabled()

    const files = ada.getByRole('list', { name: 'Files to send' }).getByRole('listitem')
    const empty = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }
    const film = { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(8_000_001) }
    await ada.getByLabel('Files to attach').setInputFiles([empty, film])
    await expect(files.getByText('This file is empty.')).toBeVisible()
    await expect(files.getByText('This file is too big. The limit is 8 MB.')).toBeVisible()
    await expect(files.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await expect(ada.getByText('To send the message, remove the file that failed.')).toBeVisible()
    await ada.getByRole('button', { name: 'Remove empty.txt' }).click()
    await ada.getByRole('button', { name: 'Remove film.bin' }).click()

    await ada.getByLabel('Files to attach').setInputFiles(picture)
    await brings(ada, 'paste', 'pasted.txt')
    await brings(ada, 'drop', 'dropped.txt')
    await expect(files).toHaveCount(4)
    await expect(sendButton(ada)).toBeEnabled()
    await ada.getByRole('button', { name: 'Remove pasted.txt' }).click()
    await ada.getByRole('button', { name: 'Remove dropped.txt' }).click()
    await expect(files).toHaveCount(2)
    await expectAccessible(ada)
  })

  await test.step('keeps the draft and a separate note after a reload', async () => {
    await ada.getByText('Note', { exact: true }).click()
    await ada.getByRole('textbox', { name: 'Private note' }).fill('Between us')
    await ada.reload()
    await expect(ada.getByRole('textbox', { name: 'Private note' })).toHaveValue('Between us')
    await ada.getByText('Reply', { exact: true }).click()
    await expect(field).toHaveValue('Ask @Ben Baker It is paid. 🎉 🚀')
    await expect(ada.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('a failed message shows its reason, and is stored once after several retries', async () => {
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.fulfill({ status: 502, json: { error: { message: 'The line broke' } } })
    }
    await ada.route('**/api/messages', loseAnswer, { times: 1 })
    const answered = ada.waitForResponse('**/api/messages')
    await field.press('Control+Enter')
    const { message } = (await answered).request().postDataJSON()
    expect(message).toMatchObject({
      body: 'Ask @Ben Baker It is paid. 🎉 🚀',
      type: 'reply',
      private: false,
      mentioned_user_ids: [ben_id],
      metadata: { mentions: [{ id: ben_id, display_name: 'Ben Baker' }] },
      file_ids: [expect.any(String), expect.any(String)],
    })
    await expect(history(ada).getByText('It is paid.')).toHaveCount(1)
    await expect(field).toHaveValue('')
    await ada.reload()
    await expect(history(ada).getByText('It is paid.')).toHaveCount(1)
    await expect(history(ada).getByRole('link', { name: 'letter.txt 10 bytes' })).toHaveCount(1)

    const refuse = (route: Route) => route.fulfill({ status: 403, json: { error: { message: 'Not now' } } })
    await ada.route('**/api/messages', refuse, { times: 1 })
    await field.fill('Goodbye')
    await field.press('Control+Enter')
    await expect(history(ada).getByText('Failed to send: Not now')).toBeVisible()
    await history(ada).getByRole('button', { name: 'Retry' }).click()
    await expect(history(ada).getByText('Failed to send: Not now')).toHaveCount(0)
    await expect(history(ada).getByText('Goodbye')).toHaveCount(1)
  })
})

test('warns about a teammate’s reply, and sends scheduled messages later', async ({ somebody }) => {
  const [ada, ben] = [await somebody({ width: 360, height: 740, dark: true }), await somebody()]
  const typingFrames: string[] = []
  ada.on('websocket', (socket) =>
    socket.on(
      'framesent',
      ({ payload }) => void (String(payload).includes('"typing"') && typingFrames.push(String(payload))),
    ),
  )
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada)
  const id = await asks(ada, 'Carla', 'Where is my parcel?')
  await ada.goto(`${HOME}/${id}`)
  const field = reply(ada)

  await test.step('shows a teammate’s reply before sending', async () => {
    await expect(history(ada).getByText('Where is my parcel?')).toBeVisible()
    await field.fill('Let me look')
    await expect.poll(() => typingFrames).toHaveLength(1)
    await call(ben, '/api/messages', { data: { message: { conversation_id: id, body: 'I have it already' } } })
    const keep = ada.getByRole('button', { name: 'Keep editing' })
    await expect(ada.getByRole('alert').getByText('I have it already')).toBeVisible()
    await field.press('Control+Enter')
    await expect(keep).toBeFocused()
    await expect(history(ada).getByText('Let me look')).toHaveCount(0)
    await expectAccessible(ada)
    await expectToFit(ada)

    await keep.click()
    await expect(keep).toHaveCount(0)
    await expect(field).toBeFocused()
    await field.press('Control+Enter')
    await expect(history(ada).getByText('Let me look')).toHaveCount(1)

    await field.fill('One more thing')
    await call(ben, '/api/messages', { data: { message: { conversation_id: id, body: 'And this' } } })
    await ada.getByRole('button', { name: 'Send anyway' }).click()
    await expect(history(ada).getByText('One more thing')).toHaveCount(1)
  })

  await test.step('a scheduled message can be edited, sent now or discarded', async () => {
    const waiting = ada.getByRole('list', { name: 'Scheduled messages' }).getByRole('listitem')
    const act = async (name: string) => {
      await ada.getByRole('button', { name: /Actions for the message scheduled for/ }).click()
      await ada.getByRole('menuitem', { name }).click()
    }
    await field.fill('Still waiting?')
    await ada.getByRole('button', { name: 'Send later' }).click()
    await ada.getByRole('menuitem', { name: /Tomorrow morning/ }).click()
    await expect(waiting).toHaveText(/9:00 AM.*Still waiting\?/)
    await expect(field).toHaveValue('')

    await act('Edit')
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('Message').fill('Did it arrive?')
    await dialog.getByLabel('Send at').fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Choose a time in the future')).toBeVisible()
    await expectAccessible(ada)
    const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('Send at').fill(`${nextMonth}T10:15`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(waiting).toHaveText(/10:15 AM.*Did it arrive\?/)
    await expectToFit(ada)

    await act('Send now')
    await expect(waiting).toHaveCount(0)
    await expect(history(ada).getByText('Did it arrive?')).toHaveCount(1)

    await field.fill('Never mind')
    await ada.getByRole('button', { name: 'Send later' }).click()
    await ada.getByRole('menuitem', { name: 'Pick a time…' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
    await expect(waiting).toHaveText(/Never mind/)
    await act('Discard')
    await ada.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(waiting).toHaveCount(0)
    await expect(history(ada).getByText('Never mind')).toHaveCount(0)
  })

  await test.step('a closed conversation can be answered, without files if uploads are off', async () => {
    await call(ada, `/api/conversations/${id}`, { method: 'PUT', data: { conversation: { status: 'closed' } } })
    await ada.route('**/conversations/closed/**', async (route) => {
      const page = await route.fetch()
      const body = (await page.text()).replace('"file_uploads_enabled":true', '"file_uploads_enabled":false')
      await route.fulfill({ response: page, body })
    })
    await ada.goto(`/conversations/closed/${id}`)
    await field.fill('Welcome back')
    await expect(ada.getByRole('button', { name: 'Attach files' })).toHaveCount(0)
    await sendButton(ada).click()
    await expect(history(ada).getByText('Welcome back')).toHaveCount(1)
  })
})
