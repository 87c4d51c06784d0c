import { address } from '@papercups/client-core'
import { expect, test } from 'vitest'
import { color, flag, frameSource, mergeOptions, place } from './options.js'

const settings = {
  title: 'Account title',
  color: '#7556eb',
  greeting: null,
  agent_available_text: 'Here!',
  show_agent_availability: false,
  require_email_upfront: true,
  is_open_by_default: true,
  is_branding_hidden: true,
  account: { company_name: 'Acme', subscription_plan: 'team', is_outside_working_hours: true },
}

test('page options override account settings', () => {
  const options = mergeOptions({ title: 'Page title', subtitle: '', isOpenByDefault: false }, settings)
  expect(options.title).toBe('Page title')
  expect(options.isOpenByDefault).toBe(false)
  expect(options.companyName).toBe('Acme')
  expect(options).not.toHaveProperty('subtitle')
})

test('account settings override the availability texts, and both can turn a feature on', () => {
  const page = {
    agentAvailableText: 'Page',
    agentUnavailableText: 'Gone',
    showAgentAvailability: true,
    requireEmailUpfront: false,
  }
  const options = mergeOptions(page, settings)
  expect(options.agentAvailableText).toBe('Here!')
  expect(options.agentUnavailableText).toBe('Gone')
  expect(options.showAgentAvailability).toBe(true)
  expect(options.requireEmailUpfront).toBe(true)
})

test.each([undefined, null, {}, { account: null }])('the page alone decides when the settings are %j', (answer) => {
  expect(mergeOptions({ title: 'Mine' }, answer)).toMatchObject({ title: 'Mine' })
})

test('flags from forms are strings', () => {
  expect(['1', 'true', true, 1, 5000].map(flag)).toEqual([true, true, true, true, true])
  expect(['', '0', 'false', false, 0, null, undefined].map(flag)).toEqual(Array(7).fill(false))
})

test('colours come with and without their #', () => {
  expect(color({ primaryColor: '7556eb' })).toBe('#7556eb')
  expect(color({ primaryColor: '#fff' })).toBe('#fff')
  expect(color({ primaryColor: 'rebeccapurple' })).toBe('rebeccapurple')
  expect(color({ color: '#00b3be' })).toBe('#00b3be')
  expect(color({})).toBe('#1890ff')
})

test('ignores URLs of hosts that no longer exist', () => {
  for (const gone of [
    'https://app.papercups.io',
    'https://chat-widget.papercups.io/',
    'https://papercups.io:443/x',
    'https://chat-window.vercel.app',
    '/relative',
    'javascript:alert(1)',
    undefined,
  ])
    expect(address(gone)).toBe('')
  for (const alive of ['https://chat.example.com', 'http://localhost:4000/widget', 'https://papercups.io.example.com'])
    expect(address(alive)).toBe(alive)
})

test('the position is a side, or a side with a distance', () => {
  expect(place(undefined)).toBe('right:20px')
  expect(place('left')).toBe('left:20px')
  expect(place({ side: 'left', offset: 0 })).toBe('left:0px')
  expect(place({ offset: 48 })).toBe('right:48px')
})

test('the frame gets the keys of the published loaders, without blanks, objects and functions', () => {
  const options = mergeOptions(
    { token: 'T', inbox: 'I', requireEmailUpfront: '1', customer: { name: 'Carla' }, onChatLoaded() {}, debug: false },
    settings,
  )
  const url = frameSource('https://chat.example.com/widget?x=1', { ...options, ts: 5, customerId: '' })
  const params = Object.fromEntries(url.searchParams)
  expect(params).toMatchObject({
    x: '1',
    token: 'T',
    inbox: 'I',
    ts: '5',
    requireEmailUpfront: '1',
    companyName: 'Acme',
    isBrandingHidden: 'true',
    isOutsideWorkingHours: 'true',
    debug: '0',
  })
  expect(params).not.toHaveProperty('customer')
  expect(params).not.toHaveProperty('onChatLoaded')
  expect(params).not.toHaveProperty('greeting')
})
