import { LARGEST_FILE_MB, type Upload } from '@papercups/client-core'
import type { Chat } from '../chat/chat.js'
import { CROSS, Icon } from './icon.js'
import { fill } from '../lib/language.js'

/** What goes along with the message that is being written. */
export function Attachments({ chat, uploads }: { chat: Chat; uploads: readonly Upload<void>[] }) {
  const { texts } = chat.language
  if (!uploads.length) return null
  const describe = {
    empty: texts.emptyFile,
    'too-big': fill(texts.tooBig, String(LARGEST_FILE_MB)),
    failed: texts.notUploaded,
  }
  return (
    <>
      <ul class="uploads" aria-label={texts.attached}>
        {uploads.map(({ id, file: { name }, preview, progress, failure, stored }) => (
          <li key={id}>
            {preview && <img src={preview} alt="" />}
            <span class="filename" dir="auto">
              {name}
            </span>
            {!failure ? (
              !stored && <progress value={progress} aria-label={fill(texts.uploading, name)} />
            ) : (
              <span class="failed" role="alert">
                {describe[failure.reason]}{' '}
                {failure.canRetry && (
                  <button type="button" onClick={() => void chat.uploads.retry(id)}>
                    {texts.retry}
                  </button>
                )}
              </span>
            )}
            <button
              type="button"
              class="remove"
              aria-label={fill(texts.remove, name)}
              onClick={() => chat.uploads.remove(id)}
            >
              <Icon d={CROSS} />
            </button>
          </li>
        ))}
      </ul>
      {uploads.some(({ failure }) => failure) && <p class="blocked">{texts.blocked}</p>}
    </>
  )
}
