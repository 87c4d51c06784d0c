import type { Chat } from './chat.js'
import { CROSS, Icon } from './icon.js'
import { fill } from './language.js'
import type { Upload } from './uploads.js'

/** What goes along with the message that is being written. */
export function Attachments({ chat, uploads }: { chat: Chat; uploads: Upload[] }) {
  const { texts } = chat.language
  if (!uploads.length) return null
  return (
    <ul class="uploads" aria-label={texts.attached}>
      {uploads.map(({ id, name, preview, progress, failed, stored }) => (
        <li key={id}>
          {preview && <img src={preview} alt="" />}
          <span class="filename" dir="auto">
            {name}
          </span>
          {failed === 'no' ? (
            !stored && <progress value={progress} aria-label={fill(texts.uploading, name)} />
          ) : (
            <span class="failed" role="alert">
              {failed === 'too-big' ? texts.tooBig : texts.notUploaded}{' '}
              {failed === 'yes' && (
                <button type="button" onClick={() => chat.uploads.retry(id)}>
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
  )
}
