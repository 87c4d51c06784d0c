import type { WidgetSettingsExpanded } from '@papercups/contract'
import { isOn, type FrameOptions } from './params.js'

/** What the account has set, wherever the page said nothing. Only the two availability texts outrank the page. */
export function withSettings(options: FrameOptions, settings: Partial<WidgetSettingsExpanded>): FrameOptions {
  const account: Partial<WidgetSettingsExpanded['account']> = settings.account ?? {}
  return {
    ...options,
    title: options.title || settings.title || '',
    subtitle: options.subtitle || settings.subtitle || '',
    primaryColor: options.primaryColor || settings.color || '',
    greeting: options.greeting || settings.greeting || '',
    awayMessage: options.awayMessage || settings.away_message || '',
    newMessagePlaceholder: options.newMessagePlaceholder || settings.new_message_placeholder || '',
    emailInputPlaceholder: options.emailInputPlaceholder || settings.email_input_placeholder || '',
    newMessagesNotificationText: options.newMessagesNotificationText || settings.new_messages_notification_text || '',
    agentAvailableText: settings.agent_available_text || options.agentAvailableText,
    agentUnavailableText: settings.agent_unavailable_text || options.agentUnavailableText,
    companyName: options.companyName || account.company_name || '',
    subscriptionPlan: options.subscriptionPlan || account.subscription_plan || '',
    requireEmailUpfront: options.requireEmailUpfront || isOn(settings.require_email_upfront),
    showAgentAvailability: options.showAgentAvailability || isOn(settings.show_agent_availability),
    isOutsideWorkingHours: options.isOutsideWorkingHours || isOn(account.is_outside_working_hours),
    isBrandingHidden: options.isBrandingHidden || isOn(settings.is_branding_hidden),
  }
}

const FLAGS = new Set(['requireEmailUpfront', 'showAgentAvailability', 'closeable', 'away'])
const TEXTS = new Set([
  'title',
  'subtitle',
  'primaryColor',
  'greeting',
  'awayMessage',
  'companyName',
  'newMessagePlaceholder',
  'emailInputPlaceholder',
  'newMessagesNotificationText',
  'agentAvailableText',
  'agentUnavailableText',
])

/** Props that the page changed after loading. The account and the inbox are not among them: that is another chat. */
export function withUpdate(options: FrameOptions, update: Record<string, unknown>): FrameOptions {
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(update)) {
    if (FLAGS.has(name)) changed[name] = isOn(value)
    else if (TEXTS.has(name) && typeof value === 'string') changed[name] = value
  }
  return { ...options, ...changed }
}
