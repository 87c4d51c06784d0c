import { expect, test } from 'vitest'
import { story, Visitor, type Story } from '../../../../test/story.js'

/** Ada keeps Carla and merges the customer of another browser into her. */
async function merged(kept: object, other: object) {
  const tale = await story()
  const { ada, carla, acme, server } = tale
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: kept })
  const browser = await new Visitor(server.url).arrives(acme.id, other)
  const before = await profileOf(tale, carla.customer_id)
  const { customer_id } = browser
  const merge = await ada.data('POST', `/api/customers/${carla.customer_id}/merge`, { customer_id })
  return { ...tale, browser, before, merge, kept_id: carla.customer_id, merged_id: customer_id }
}

const profileOf = ({ ada }: Pick<Story, 'ada'>, id: string) => ada.data('GET', `/api/customers/${id}`)

/** As widgets do on every page: they look up their id, then send what they know. */
async function comesBack(browser: Visitor, known: { external_id: string } & Record<string, unknown>) {
  const query = `account_id=${browser.account_id}&external_id=${known.external_id}`
  const { customer_id } = await browser.data('GET', `/api/customers/identify?${query}`)
  await browser.data('PUT', `/api/customers/${customer_id}/metadata`, { metadata: known })
  return customer_id as string
}

test('a returning browser leaves name and email alone when the external id came from the merge', async () => {
  const other = { external_id: 'u-2', name: 'C. Moreira', email: 'c@example.com' }
  const scene = await merged({ name: 'Carla', external_id: null }, other)
  const { ada, browser, before, merge, kept_id, merged_id } = scene
  expect(await comesBack(browser, other)).toBe(merged_id)
  const kept = { name: 'Carla', email: 'carla@example.com', external_id: 'u-2' }
  expect(await profileOf(scene, kept_id)).toMatchObject(kept)

  await ada.data('POST', `/api/customer_merges/${merge.id}/undo`)
  const { name, email, external_id } = before
  expect(await profileOf(scene, kept_id)).toMatchObject({ name, email, external_id })
  expect(await profileOf(scene, merged_id)).toMatchObject(other)
  expect(await comesBack(browser, other)).toBe(merged_id)
})

test('a returning browser leaves name and email alone when both had the same external id', async () => {
  const other = { external_id: 'u-1', name: 'C. Moreira', email: 'c@example.com' }
  const scene = await merged({ name: 'Carla', external_id: 'u-1' }, other)
  await comesBack(scene.browser, other)
  expect(await profileOf(scene, scene.kept_id)).toMatchObject({ name: 'Carla', email: 'carla@example.com' })
  // A new name is a change: the person changed it on the site.
  await comesBack(scene.browser, { external_id: 'u-1', name: 'Carla Moreira' })
  expect(await profileOf(scene, scene.kept_id)).toMatchObject({ name: 'Carla Moreira', email: 'carla@example.com' })
})

test('keeps the kept customer’s metadata, and an undo moves back what the old browser filled', async () => {
  const other = { external_id: 'u-2', metadata: { plan: 'free', seats: 5 } }
  const scene = await merged({ name: 'Carla', metadata: { plan: 'gold' } }, other)
  const { ada, browser, merge, kept_id, merged_id } = scene
  const known = { external_id: 'u-2', phone: '+351 912', metadata: { plan: 'free', seats: 6, city: 'Porto' } }
  await comesBack(browser, known)
  expect(await profileOf(scene, kept_id)).toMatchObject({
    ...{ name: 'Carla', phone: '+351 912', metadata: { plan: 'gold', seats: 6, city: 'Porto' } },
  })
  // The team's values belong to the kept customer from then on.
  await ada.data('PUT', `/api/customers/${kept_id}`, { customer: { phone: '+351 900' } })
  await comesBack(browser, { ...known, phone: '+351 913' })
  expect(await profileOf(scene, kept_id)).toMatchObject({ phone: '+351 900' })

  await ada.data('POST', `/api/customer_merges/${merge.id}/undo`)
  expect(await profileOf(scene, kept_id)).toMatchObject({ phone: '+351 900', metadata: { plan: 'gold' } })
  const back = await profileOf(scene, merged_id)
  expect(back).toMatchObject({ phone: '+351 912', metadata: { plan: 'free', seats: 6, city: 'Porto' } })
})

test('an undo moves back the device data that the old browser sent', async () => {
  const scene = await merged({ name: 'Carla' }, { external_id: 'u-2' })
  const { ada, carla, browser, merge, kept_id, merged_id } = scene
  const own = { browser: 'Firefox', os: 'Linux', time_zone: 'Europe/Lisbon', current_url: 'https://shop.test/' }
  await carla.put(`/api/customers/${kept_id}/metadata`, { metadata: own })
  const theirs = { browser: 'Safari', os: 'iOS', time_zone: 'Asia/Tokyo', current_url: 'https://shop.test/cart' }
  for (const visit of ['first', 'second'])
    await comesBack(browser, { external_id: 'u-2', ...theirs, pathname: `/${visit}` })
  expect(await profileOf(scene, kept_id)).toMatchObject({ ...theirs, pathname: '/second' })

  await ada.data('POST', `/api/customer_merges/${merge.id}/undo`)
  expect(await profileOf(scene, kept_id)).toMatchObject({ ...own, pathname: null })
  expect(await profileOf(scene, merged_id)).toMatchObject({ ...theirs, pathname: '/second' })
})

test('a browser of the first of two merges fills what is empty and replaces nothing', async () => {
  const scene = await merged({ name: 'Carla', phone: null }, { external_id: 'u-2', name: 'C. Moreira' })
  const { ada, acme, server, browser, kept_id, merged_id } = scene
  const third = await new Visitor(server.url).arrives(acme.id, { name: 'Carla at work', email: 'work@example.com' })
  const last = await ada.data('POST', `/api/customers/${third.customer_id}/merge`, { customer_id: kept_id })
  const known = { external_id: 'u-2', name: 'C. Moreira', email: 'c@example.com', phone: '+351 912' }
  expect(await comesBack(browser, known)).toBe(merged_id)
  const stays = { name: 'Carla at work', email: 'work@example.com', phone: '+351 912' }
  expect(await profileOf(scene, third.customer_id)).toMatchObject(stays)
  await ada.data('POST', `/api/customer_merges/${last.id}/undo`)
  expect(await profileOf(scene, kept_id)).toMatchObject({ name: 'Carla', email: 'carla@example.com' })
})
