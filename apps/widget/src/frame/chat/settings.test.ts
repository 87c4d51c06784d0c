import { expect, test } from 'vitest'
import { readParams, type FrameOptions } from '../lib/params.js'
import { readUpdate, withSettings } from './settings.js'

const page = (params = '') => readParams(`?token=8d1d7588-193c-47c6-bc71-9ba89f2301be&${params}`) as FrameOptions
const settings = {
  title: 'Account title',
  color: '#7556eb',
  greeting: null,
  agent_available_text: 'Here!',
  require_email_upfront: true,
  show_agent_availability: false,
  file_uploads_enabled: true,
  account: { company_name: 'Acme', subscription_plan: null, is_outside_working_hours: true },
} as Parameters<typeof withSettings>[1]

test('account settings fill missing options and override the availability texts', () => {
  const options = page('subtitle=Ours&agentAvailableText=Page&agentUnavailableText=Gone&showAgentAvailability=1')
  expect(withSettings(options, settings)).toMatchObject({
    title: 'Account title',
    subtitle: 'Ours',
    primaryColor: '#7556eb',
    greeting: '',
    agentAvailableText: 'Here!',
    agentUnavailableText: 'Gone',
    companyName: 'Acme',
    subscriptionPlan: '',
    requireEmailUpfront: true,
    showAgentAvailability: true,
    isOutsideWorkingHours: true,
    isBrandingHidden: false,
  })
})

test('an updated option overrides the page’s option but not the account’s settings', () => {
  const update = { title: 'New', subtitle: null, agentAvailableText: 'Page', requireEmailUpfront: false, token: 'x' }
  const options = { ...page('title=Old&subtitle=Old'), ...readUpdate(update) }
  expect(withSettings(options, { ...settings, subtitle: 'Account subtitle' })).toMatchObject({
    token: page().token,
    title: 'New',
    subtitle: 'Account subtitle',
    agentAvailableText: 'Here!',
    requireEmailUpfront: true,
  })
  expect(withSettings({ ...page('requireEmailUpfront=1'), ...readUpdate(update) }, {}).requireEmailUpfront).toBe(false)
})

test('files can be attached unless uploads are off', () => {
  expect(withSettings(page(), {}).uploads).toBe(true)
  expect(withSettings(page(), settings).uploads).toBe(true)
  expect(withSettings(page(), { ...settings, file_uploads_enabled: false }).uploads).toBe(false)
})
