import type { File } from '@papercups/contract'
import { Avatar } from './avatar.js'
import { drawText } from './rich-text.js'
import type { Texts } from '../texts/en.js'

interface BubbleProps {
  texts: Texts
  body: string
  own: boolean
  name: string
  /** Follows a message of the same person, so the name is not repeated. */
  grouped: boolean
  photo?: string
  attachments?: File[] | undefined
  note?: string
  onRetry?: (() => void) | undefined
}

export function Bubble({ texts, body, own, name, grouped, photo, attachments = [], note, onRetry }: BubbleProps) {
  return (
    <li class={`message ${own ? 'own' : 'theirs'}${grouped ? ' grouped' : ''}`}>
      {own ? (
        <span class="unseen">{texts.you}: </span>
      ) : grouped ? (
        <span class="unseen">{name}: </span>
      ) : (
        <p class="sender">
          <Avatar name={name} photo={photo} />
          {name}
        </p>
      )}
      {body && (
        <div class="bubble" dir="auto">
          {drawText(body, !own)}
        </div>
      )}
      {attachments.map((file) => (
        <Attachment key={file.id} file={file} />
      ))}
      {onRetry ? (
        <p class="note failed">
          {texts.failed}{' '}
          <button type="button" onClick={onRetry}>
            {texts.retry}
          </button>
        </p>
      ) : (
        note && <p class="note">{note}</p>
      )}
    </li>
  )
}

function Attachment({ file }: { file: File }) {
  // Whatever a server says, only the web is linked to.
  if (!/^(https?:|\/)/.test(file.file_url)) return null
  const picture = file.content_type.startsWith('image/')
  return (
    <a
      class={picture ? 'attachment picture' : 'attachment'}
      href={file.file_url}
      target="_blank"
      rel="noopener noreferrer"
    >
      {picture && <img src={file.file_url} alt="" loading="lazy" />}
      {file.filename}
    </a>
  )
}
