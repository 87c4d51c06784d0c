import type { CSSProperties, ReactElement } from 'react'

export interface CustomerMetadata {
  name?: string
  email?: string
  external_id?: string | number | null
  metadata?: Record<string, unknown>
  [other: string]: unknown
}

/** The account's settings, as the server sends them. */
export type WidgetSettings = Record<string, unknown>

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

type Message = Record<string, unknown>
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
  hideOutsideWorkingHours?: boolean
  popUpInitialMessage?: boolean | number
  isOpenByDefault?: boolean
  defaultIsOpen?: boolean
  persistOpenState?: boolean
  iconVariant?: 'outlined' | 'filled'
  customIconUrl?: string
  position?: 'left' | 'right' | { side: 'left' | 'right'; offset: number }
  styles?: { chatContainer?: CSSProperties; toggleContainer?: CSSProperties; toggleButton?: CSSProperties }
  renderToggleButton?: (state: ToggleButtonState) => ReactElement
}
