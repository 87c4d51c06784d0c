import { useState, type CSSProperties } from 'react'
import styles from './avatar.module.css'

const HUES = ['#faad14', '#f5222d', '#52c41a', '#722ed1', '#eb2f96'] as const

/** The owner. Use the same id everywhere for one person, because it decides the colour. */
export type AvatarId = `user:${number}` | `customer:${string}` | `account:${string}` | 'bot'

interface Props {
  id: AvatarId
  name: string
  image?: string | null | undefined
  size?: number
}

/** Decorative: the caller must also show the name. */
export function Avatar({ id, name, image, size = 32 }: Props) {
  const [broken, setBroken] = useState(false)
  const style = { '--size': `${size}px`, '--hue': HUES[hash(id) % HUES.length] } as CSSProperties

  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {initial(name)}
      {image && !broken && (
        <img className={styles.image} src={image} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      )}
    </span>
  )
}

const initial = (name: string) => (Array.from(name.trim())[0] ?? '?').toUpperCase()

const hash = (text: string) => Array.from(text).reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7)
