import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Attachments } from './attachments.js'
import type { Chat } from '../chat/chat.js'
import type { ChatState } from '../chat/chat-state.js'
import { Icon } from './icon.js'
import { fill } from '../lib/language.js'
import { isOwn } from '../chat/messages.js'
import type { Texts } from '../texts/en.js'
import { useDelayed } from './use-delayed.js'

const LONGEST = 100_000

export function Composer({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, focus, line, siteRefused, messages, waiting, email, uploads } = state
  const { texts } = chat.language
  const [body, setBody] = useState(chat.drafts.text)
  const area = useRef<HTMLTextAreaElement>(null)
  const asksEmail = options.requireEmailUpfront && !email && !waiting.length && !messages.some(isOwn)
  const away = useDelayed(line === 'reconnecting', 1500)

  useEffect(() => {
    if (focus) area.current?.focus()
  }, [focus])
  useLayoutEffect(() => fitHeight(area.current), [body])

  const write = (text: string) => {
    setBody(text)
    chat.drafts.keep(text)
  }
  // A file that failed stays where it is until somebody decides about it.
  const ready = !asksEmail && (body.trim() || uploads.length) && uploads.every(({ stored }) => stored)
  const send = () => {
    if (!ready) return
    chat.send(body)
    write('')
  }

  return (
    <footer class="footer">
      <p class="line" role="status">
        {siteRefused ? texts.siteRefused : away && texts.reconnecting}
      </p>
      <div hidden={siteRefused}>
        {asksEmail && (
          <EmailField
            texts={texts}
            placeholder={options.emailInputPlaceholder}
            onEmail={(text) => chat.giveEmail(text)}
          />
        )}
        <Attachments chat={chat} uploads={uploads} />
        <form
          class="composer"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          {options.uploads && (
            <label class="attach" title={texts.attach}>
              <input
                type="file"
                multiple
                class="unseen"
                aria-label={texts.attach}
                onChange={({ currentTarget }) => {
                  chat.attach(currentTarget.files ?? [])
                  // The same file may be chosen again.
                  currentTarget.value = ''
                }}
              />
              <Icon d="M20 11.5l-8.6 8.6a5.3 5.3 0 0 1-7.5-7.5l8.6-8.6a3.5 3.5 0 0 1 5 5l-8.6 8.5a1.8 1.8 0 0 1-2.5-2.5l7.9-7.9" />
            </label>
          )}
          <textarea
            ref={area}
            rows={1}
            dir="auto"
            maxLength={LONGEST}
            value={body}
            disabled={asksEmail}
            aria-label={texts.message}
            placeholder={options.newMessagePlaceholder || texts.placeholder}
            onInput={({ currentTarget }) => {
              write(currentTarget.value)
              chat.reportTyping()
            }}
            onPaste={(event) => {
              const files = event.clipboardData?.files
              if (!files?.length) return
              event.preventDefault()
              chat.attach(files)
            }}
            onKeyDown={(event) => {
              // Enter also ends a word in an input method, as for Japanese. In Safari only the key code still shows that.
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
              event.preventDefault()
              send()
            }}
          />
          <button type="submit" class="send" aria-label={texts.send} disabled={!ready}>
            <Icon d="M12 19V5M5 12l7-7 7 7" />
          </button>
        </form>
      </div>
      {!(options.isBrandingHidden && options.subscriptionPlan === 'team') && !options.mobile && (
        <p class="branding">{fill(texts.poweredBy, 'Papercups')}</p>
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

interface EmailFieldProps {
  texts: Texts
  placeholder: string
  onEmail: (email: string) => void
}

function EmailField({ texts, placeholder, onEmail }: EmailFieldProps) {
  const label = placeholder || texts.email
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
      <button type="submit">{texts.continue}</button>
    </form>
  )
}
