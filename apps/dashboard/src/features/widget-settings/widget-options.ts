import type { WidgetSettings } from '@papercups/contract'

/** The settings under the names of the widget's options, blank where nothing is set. */
export const widgetOptions = (settings: WidgetSettings) => ({
  title: settings.title ?? '',
  subtitle: settings.subtitle ?? '',
  primaryColor: settings.color,
  iconVariant: settings.icon_variant,
  greeting: settings.greeting ?? '',
  awayMessage: settings.away_message ?? '',
  newMessagePlaceholder: settings.new_message_placeholder ?? '',
  showAgentAvailability: settings.show_agent_availability,
  agentAvailableText: settings.agent_available_text ?? '',
  agentUnavailableText: settings.agent_unavailable_text ?? '',
  requireEmailUpfront: settings.require_email_upfront,
})

export type WidgetOptions = ReturnType<typeof widgetOptions>
