import type { Message } from '@papercups/contract'
import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { userName } from '../../../entities/person-name.js'
import styles from './composer.module.css'

const LONGEST = 200

interface Props {
  answers: readonly Message[]
  /** Gets the focus when the user sends without having seen the warning. */
  keepRef: Ref<HTMLButtonElement>
  onSend: () => void
  onKeep: () => void
}

/** Warns that a teammate has replied meanwhile. */
export function CollisionBar({ answers, keepRef, onSend, onKeep }: Props) {
  const last = answers.at(-1)
  if (!last) return null
  return (
    <div className={styles.collision} role="alert">
      <p>
        <strong dir="auto">{userName(last.user)}</strong> replied while you were writing:{' '}
        <q dir="auto">{last.body?.trim().slice(0, LONGEST) || 'a file'}</q>
      </p>
      <div className={styles.collisionActions}>
        <Button size="compact-sm" variant="default" ref={keepRef} onClick={onKeep}>
          Keep editing
        </Button>
        <Button size="compact-sm" onClick={onSend}>
          Send anyway
        </Button>
      </div>
    </div>
  )
}
