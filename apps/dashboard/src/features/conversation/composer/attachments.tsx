import type { File as StoredFile } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.js'
import styles from './composer.module.css'
import { describeFailure, uploads, type Upload } from './uploads.js'

interface Props {
  files: readonly StoredFile[]
  pending: readonly Upload[]
  onRemove: (file: StoredFile) => void
}

/** The files of the message, and the uploads still running. */
export function Attachments({ files, pending, onRemove }: Props) {
  if (files.length + pending.length === 0) return null
  const blocked = pending.filter((upload) => upload.failure)
  return (
    <>
      <ul className={styles.files} aria-label="Files to send">
        {files.map((file) => (
          <li key={file.id}>
            <Preview image={file.content_type.startsWith('image/') ? file.file_url : null} />
            <span className={styles.fileName} dir="auto">
              {file.filename}
            </span>
            <Remove label={`Remove ${file.filename}`} onClick={() => onRemove(file)} />
          </li>
        ))}
        {pending.map((upload) => (
          <Pending key={upload.id} upload={upload} />
        ))}
      </ul>
      {blocked.length > 0 && (
        <p className={styles.stuck}>
          {blocked.some(({ failure }) => failure?.canRetry)
            ? 'To send the message, retry or remove the file that failed.'
            : 'To send the message, remove the file that failed.'}
        </p>
      )}
    </>
  )
}

function Pending({ upload: { id, file, progress, failure, preview } }: { upload: Upload }) {
  return (
    <li data-failed={failure ? true : undefined}>
      <Preview image={preview} />
      <span className={styles.fileName} dir="auto">
        {file.name}
        {!failure && <progress aria-label={`Uploading ${file.name}`} max={1} value={progress} />}
        {failure && (
          <span className={styles.failure} role="alert">
            {describeFailure(failure)}
          </span>
        )}
      </span>
      {failure?.canRetry && (
        <Button size="compact-xs" variant="default" onClick={() => void uploads.retry(id)}>
          Retry
        </Button>
      )}
      <Remove label={!failure ? `Cancel ${file.name}` : `Remove ${file.name}`} onClick={() => uploads.remove(id)} />
    </li>
  )
}

function Preview({ image }: { image: string | null }) {
  return (
    <span className={styles.preview} aria-hidden="true">
      {image ? <img src={image} alt="" /> : <IconFile size={18} stroke={1.75} />}
    </span>
  )
}

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <IconButton label={label} size="sm" onClick={onClick}>
    <IconX size={14} />
  </IconButton>
)
