import { VisuallyHidden } from '@mantine/core'
import { useEffect, useImperativeHandle, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import styles from './composer.module.css'
import type { Mentioned } from '../../../entities/message/mentioned-names.js'

export interface Choice {
  key: string
  label: string
  detail?: string | undefined
  picture: ReactNode
  /** Replaces the typed text. */
  text: string
  mentioned?: Mentioned
  /** Opens this page instead. */
  to?: string
}

/** Returns true if the list handled the key. Other keys go to the text field. */
export type TakeKey = (event: KeyboardEvent) => boolean

export interface ListProps {
  /** The text field refers to the list and the active option by their ids. */
  id: string
  takeKey: Ref<TakeKey>
  onActive: (optionId: string | undefined) => void
  onChoose: (choice: Choice) => void
  onDismiss: () => void
}

interface Props extends ListProps {
  label: string
  choices: readonly Choice[]
  /** Shown when there is nothing to choose. */
  empty: string
}

const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Suggestions for the text field. The focus stays in the field. */
export function ChoiceList({ id, label, choices, empty, takeKey, onActive, onChoose, onDismiss }: Props) {
  const shown = choices.map((choice) => choice.key).join()
  const [chosen, setChosen] = useState({ shown, index: 0 })
  const index = chosen.shown === shown ? chosen.index : 0
  const active = choices[index]
  const optionId = (at: number) => `${id}-${at}`
  const activeId = active && optionId(index)

  useImperativeHandle(takeKey, () => (event) => {
    const by = MOVES[event.key]
    if (event.key === 'Escape') onDismiss()
    else if (!active || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return false
    else if (by) setChosen({ shown, index: (index + by + choices.length) % choices.length })
    else if (event.key === 'Enter' || event.key === 'Tab') onChoose(active)
    else return false
    return true
  })
  useEffect(() => {
    onActive(activeId)
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    return () => onActive(undefined)
  }, [activeId, onActive])

  return (
    <div className={styles.choices}>
      {choices.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={label}
          tabIndex={0}
          // Keeps the focus in the text field on click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {choices.map((choice, at) => (
            <button
              key={choice.key}
              id={optionId(at)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              onMouseMove={() => at !== index && setChosen({ shown, index: at })}
              onClick={() => onChoose(choice)}
            >
              <span className={styles.picture} aria-hidden="true">
                {choice.picture}
              </span>
              <span className={styles.choice} dir="auto">
                {choice.label}
              </span>
              {choice.detail && (
                <span className={styles.detail} dir="auto">
                  {choice.detail}
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      {choices.length === 0 && <p className={styles.nothing}>{empty}</p>}
      <VisuallyHidden role="status">
        {choices.length > 0 ? `${choices.length} suggestion${choices.length === 1 ? '' : 's'}` : empty}
      </VisuallyHidden>
    </div>
  )
}
