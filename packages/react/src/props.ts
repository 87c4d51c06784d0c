import type { CSSProperties, ReactElement } from 'react'

export interface CustomerMetadata {
  name?: string
  email?: string
  external_id?: string | number | null
  metadata?: Record<string, unknown>
  [other: string]: unknown
}

/** The account's settings, as the server sends them. Like the message below, typed as in the published package. */
export interface WidgetSettings {
  id?: string
  title?: string
  subtitle?: string
  base_url?: string
  color?: string
  greeting?: string
  away_message?: string
  new_message_placeholder?: string
  email_input_placeholder?: string
  new_messages_notification_text?: string
  is_branding_hidden?: boolean
  show_agent_availability?: boolean
  agent_available_text?: string
  agent_unavailable_text?: string
  require_email_upfront?: boolean
  is_open_by_default?: boolean
  custom_icon_url?: string
  iframe_url_override?: string
  icon_variant?: 'outlined' | 'filled'
  account?: {
    id: string
    company_name: string
    current_minutes_since_midnight: number
    is_outside_working_hours?: boolean
    subscription_plan?: string
    time_zone?: string
  }
}

export interface Message {
  id?: string
  body: string
  type?: string
  sent_at?: string
  seen_at?: string
  created_at?: string
  customer_id?: string | null
  conversation_id?: string | null
  user_id?: number
  user?: { id: number; email: string; display_name?: string; full_name?: string; profile_photo_url?: string }
  file_ids?: string[]
  attachments?: { id: string; filename: string; file_url: string; content_type: string }[]
  metadata?: Record<string, unknown> | null
}

export interface ToggleButtonState {
  isOpen: boolean
  isDisabled: boolean
  onToggleOpen: () => void
}

/** The argument of `onChatLoaded`. */
export interface ChatCommands {
  open(): void
  close(): void
  identify(customer: CustomerMetadata): void
  /** Forgets the customer. Call it when they sign out. */
  reset(): void
}

type DefaultText = (settings: WidgetSettings) => string | Promise<string>

/** The names come from the published package. */
export interface ChatProps {
  token?: string
  /** The older name of `token`. */
  accountId?: string
  inbox?: string
  baseUrl?: string
  iframeUrlOverride?: string
  title?: string
  subtitle?: string
  primaryColor?: string
  greeting?: string
  awayMessage?: string
  newMessagePlaceholder?: string
  emailInputPlaceholder?: string
  newMessagesNotificationText?: string
  agentAvailableText?: string
  agentUnavailableText?: string
  showAgentAvailability?: boolean
  requireEmailUpfront?: boolean
  /** This and the next two have no effect on `ChatWindow`, which accepts them as in the published package. */
  hideOutsideWorkingHours?: boolean
  popUpInitialMessage?: boolean | number
  customIconUrl?: string
  customer?: CustomerMetadata | null
  /** HMAC-SHA256 of `customer.external_id`, in hex, made by your server. */
  userHash?: string
  /** Or a JWT (HS256) from your server whose `sub` is the `external_id`. */
  identityToken?: string
  locale?: string
  disableSound?: boolean
  disableAnalyticsTracking?: boolean
  debug?: boolean
  onChatLoaded?: (commands: ChatCommands) => void
  onChatOpened?: () => void
  onChatClosed?: () => void
  onMessageSent?: (message: Message) => void
  onMessageReceived?: (message: Message) => void
  setDefaultTitle?: DefaultText
  setDefaultSubtitle?: DefaultText
  setDefaultGreeting?: DefaultText
}

export interface ChatWidgetProps extends ChatProps {
  hideToggleButton?: boolean
  isOpenByDefault?: boolean
  defaultIsOpen?: boolean
  persistOpenState?: boolean
  iconVariant?: 'outlined' | 'filled'
  position?: 'left' | 'right' | { side: 'left' | 'right'; offset: number }
  styles?: { chatContainer?: CSSProperties; toggleContainer?: CSSProperties; toggleButton?: CSSProperties }
  renderToggleButton?: (state: ToggleButtonState) => ReactElement
}
