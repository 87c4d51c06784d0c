import { Button, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import styles from './functions.module.css'
import type { Draft, DraftState } from './use-draft.js'

const CodeEditor = lazyPart(async () => (await import('../../ui/code-editor/code-editor.js')).CodeEditor)

const STATES: Record<DraftState, string> = {
  saved: 'Saved',
  unsaved: 'Saving...',
  saving: 'Saving...',
  failed: 'Not saved. Your code is kept in this browser.',
}

/** The code, with whether the server has it. `problem` says why it cannot run. */
export function EditorPane({ draft, problem }: { draft: Draft; problem: string | undefined }) {
  return (
    <section className={styles.pane} aria-label="Code">
      <div className={styles.bar}>
        <h2>Code</h2>
        <span role="status" className={styles.hint} data-failed={draft.state === 'failed' || undefined}>
          {STATES[draft.state]}
        </span>
        {draft.state === 'failed' && (
          <Button size="compact-xs" variant="default" onClick={() => void draft.save()}>
            Try again
          </Button>
        )}
      </div>
      <Suspense fallback={<Skeleton height={420} />}>
        <CodeEditor
          label="Code of the function"
          value={draft.code}
          onChange={draft.change}
          onSave={() => void draft.save()}
        />
      </Suspense>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
