import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { adds, asks } from '../visitors.js'

test('an edited message shows who edited it and when, and admins can read earlier versions', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody({ dark: true, width: 360, height: 740 })]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  const id = await asks(ada, 'Carla', 'Where is my parcel?')
  const path = `/conversations/all/${id}`
  const message = { conversation_id: id, body: 'It left yestreday' }
  const sent = await call<{ id: string }>(ben, '/api/messages', { data: { message } })
  await ada.goto(path)
  await ben.goto(path)
  const history = ada.getByLabel('Messages', { exact: true })
  await expect(history.getByText('It left yestreday')).toBeVisible()
  await expect(history.getByText('Edited by')).toHaveCount(0)

  await call(ben, `/api/messages/${sent.id}`, { method: 'PUT', data: { message: { body: 'It left yesterday' } } })
  await expect(history.getByText('It left yesterday')).toBeVisible()
  const bens = ben.getByLabel('Messages', { exact: true })
  await expect(bens.getByText('Edited by you')).toBeVisible()
  await expect(bens.getByRole('button', { name: 'Edited by you' })).toHaveCount(0)
  await expectAccessible(ben)
  await expectToFit(ben)

  await call(ada, `/api/messages/${sent.id}`, { method: 'PUT', data: { message: { body: 'It left on Monday' } } })
  await history.getByRole('button', { name: 'Edited by you' }).click()
  const versions = ada.getByRole('dialog', { name: 'Versions of this message' }).getByRole('listitem')
  await expect(versions).toHaveCount(3)
  await expect(versions.nth(0)).toContainText('It left on Monday')
  await expect(versions.nth(1)).toContainText('replaced by you')
  await expect(versions.nth(1)).toContainText('It left yesterday')
  await expect(versions.nth(2)).toContainText('It left yestreday')
  await expectAccessible(ada)
})

test('a message into a deleted conversation restores it, with a note in the thread', async ({ somebody }) => {
  for (const machine of [{}, { dark: true, width: 360, height: 740 }]) {
    const ada = await somebody(machine)
    await registerCompany(ada, OUTSIDE)
    const id = await asks(ada, 'Carla', 'Where is my parcel?')
    await call(ada, `/api/conversations/${id}/archive`, { method: 'POST' })
    await ada.goto(`/conversations/all/${id}`)
    await expect(ada.getByRole('heading', { name: 'This conversation was deleted' })).toBeVisible()

    await adds(ada, id, 'Are you still there?')
    const history = ada.getByLabel('Messages', { exact: true })
    await expect(history.getByText('Are you still there?')).toBeVisible()
    await expect(history.getByText('This conversation was deleted. A new message restored it.')).toBeVisible()
    await expectAccessible(ada)
    await expectToFit(ada)
  }
})
