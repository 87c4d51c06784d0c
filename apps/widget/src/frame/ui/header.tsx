import type { Chat } from '../chat/chat.js'
import type { ChatState } from '../chat/chat-state.js'
import { CROSS, Icon } from './icon.js'

export function Header({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, agents, listing, elsewhere, siteRefused, waiting } = state
  const { texts } = chat.language
  const available = !(options.away ?? agents < 1)
  return (
    <>
      <header class="header">
        {chat.isKnown && (
          <button
            type="button"
            class={elsewhere && !listing ? 'icon news' : 'icon'}
            aria-label={listing ? texts.back : elsewhere ? texts.newMessages : texts.conversations}
            // What is still to be sent belongs to the conversation that is shown.
            disabled={siteRefused || waiting.length > 0}
            onClick={() => chat.list(!listing)}
          >
            <Icon d={listing ? 'M15 5l-7 7 7 7' : 'M4 6h16M4 12h16M4 18h10'} turns />
          </button>
        )}
        <div>
          <h1 class="Papercups-heading" dir="auto">
            {options.title || texts.title}
          </h1>
          <p dir="auto">{options.subtitle || texts.subtitle}</p>
        </div>
        {options.closeable && (
          <button type="button" class="icon" aria-label={texts.close} onClick={() => chat.askToClose()}>
            <Icon d={CROSS} />
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
