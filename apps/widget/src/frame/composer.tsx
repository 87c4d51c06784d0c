import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Chat, ChatState } from './chat.js'
import { isOwn } from './messages.js'
import { useDelayed } from './use-delayed.js'

const LONGEST = 100_000

export function Composer({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, focus, line, messages, waiting, email } = state
  const [body, setBody] = useState(chat.draft)
  const area = useRef<HTMLTextAreaElement>(null)
  const asksEmail = options.requireEmailUpfront && !email && !waiting.length && !messages.some(isOwn)
  const away = useDelayed(line === 'reconnecting', 1500)

  useEffect(() => {
    if (focus) area.current?.focus()
  }, [focus])
  useLayoutEffect(() => fitHeight(area.current), [body])

  const write = (text: string) => {
    setBody(text)
    chat.keepDraft(text)
  }
  const send = () => {
    if (!body.trim() || asksEmail) return
    chat.send(body)
    write('')
  }

  return (
    <footer class="footer">
      <p class="line" role="status">
        {away && 'Reconnecting… Your messages are kept and will be sent.'}
      </p>
      {asksEmail && <EmailField placeholder={options.emailInputPlaceholder} onEmail={(text) => chat.giveEmail(text)} />}
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          maxLength={LONGEST}
          value={body}
          disabled={asksEmail}
          aria-label="Message"
          placeholder={options.newMessagePlaceholder || 'Start typing...'}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={(event) => {
            // Enter also ends a word in an input method, as for Japanese: that one is not ours.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        <button type="submit" class="send" aria-label="Send message" disabled={!body.trim() || asksEmail}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 19V5M5 12l7-7 7 7" />
          </svg>
        </button>
      </form>
      {!(options.isBrandingHidden && options.subscriptionPlan === 'team') && !options.mobile && (
        <p class="branding">Powered by Papercups</p>
      )}
    </footer>
  )
}

/** As high as its text; the style sheet says where that ends. */
function fitHeight(area: HTMLTextAreaElement | null) {
  if (!area) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

function EmailField({ placeholder, onEmail }: { placeholder: string; onEmail: (email: string) => void }) {
  const label = placeholder || 'Enter your email'
  return (
    <form
      class="email"
      onSubmit={(event) => {
        event.preventDefault()
        const email = new FormData(event.currentTarget).get('email')?.toString().trim() ?? ''
        if (email.length > 5 && email.includes('@')) onEmail(email)
      }}
    >
      <input
        type="email"
        name="email"
        autocomplete="email"
        required
        minLength={6}
        aria-label={label}
        placeholder={label}
      />
      <button type="submit">Continue</button>
    </form>
  )
}
