import { useMemo } from 'react'
import { findLinks } from './find-links.js'
import styles from './plain-text.module.css'

/** Somebody else's words: line breaks kept, links clickable, markup shown as it was typed. */
export function PlainText({ text }: { text: string }) {
  const parts = useMemo(() => findLinks(text), [text])
  return (
    <div className={styles.text} dir="auto">
      {parts.map((part, index) =>
        part.href ? (
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  )
}
