import { IconPaperclip } from '@tabler/icons-react'
import { formatSize } from '../../lib/format.js'
import styles from './file-list.module.css'
import { safeLink } from '../../ui/safe-link.js'

interface ListedFile {
  id: string
  filename: string
  file_url: string
  content_type: string
  size?: number | null
}

/** Shows images inline, and other files by name and size. */
export function FileList({ files }: { files: readonly ListedFile[] }) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id}>
          <Attachment file={file} href={safeLink(file.file_url)} />
        </li>
      ))}
    </ul>
  )
}

function Attachment({ file, href }: { file: ListedFile; href: string | null }) {
  const { filename: name, size } = file
  const picture = isPicture(file.content_type)
  if (!href) return name
  return (
    <a
      className={picture ? styles.picture : styles.file}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {picture ? (
        <img src={href} alt={name} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
      ) : (
        <>
          <IconPaperclip size={16} stroke={1.75} aria-hidden="true" />
          <span dir="auto">{name}</span>
          {size != null && <small className={styles.size}>{formatSize(size)}</small>}
        </>
      )}
    </a>
  )
}

/** The server sends SVG files as downloads, because they may contain scripts. An image element cannot show them. */
const isPicture = (type: string) => type.startsWith('image/') && !type.startsWith('image/svg')
