import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.js'

export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Attach files" size="md" onClick={() => field.current?.click()}>
        <IconPaperclip size={18} stroke={1.75} />
      </IconButton>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Allows choosing the same file again after it was removed.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
