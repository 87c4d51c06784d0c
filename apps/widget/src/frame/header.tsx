import type { Chat, ChatState } from './chat.js'

export function Header({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, agents } = state
  const { texts } = chat.language
  const available = agents > 0
  return (
    <>
      <header class="header">
        <div>
          <h1 class="Papercups-heading" dir="auto">
            {options.title || texts.title}
          </h1>
          <p dir="auto">{options.subtitle || texts.subtitle}</p>
        </div>
        {options.closeable && (
          <button type="button" class="close" aria-label={texts.close} onClick={() => chat.askToClose()}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
        )}
      </header>
      {options.showAgentAvailability && (
        <p class={available ? 'availability online' : 'availability'}>
          {available
            ? options.agentAvailableText || texts.available
            : options.agentUnavailableText || texts.unavailable}
        </p>
      )}
    </>
  )
}
