import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { storage } from '../../lib/storage.js'
import { CopyButton } from '../../ui/copy-button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { Page } from '../../ui/page.js'
import { SAMPLE } from './sample.js'
import styles from './templates-page.module.css'
import { usePreview } from './use-preview.js'

const CodeEditor = lazyPart(async () => (await import('../../ui/code-editor/code-editor.js')).CodeEditor)

const DRAFT = 'papercups.template'
const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
]

/** Nothing is sent to the server: the draft stays in this browser. */
export function TemplatesPage() {
  const [template, setTemplate] = useState(() => storage.getItem(DRAFT) ?? SAMPLE)
  const [width, setWidth] = useState('desktop')
  const { frame, html, error } = usePreview(template)

  const change = (text: string) => {
    setTemplate(text)
    storage.setItem(DRAFT, text)
  }

  return (
    <Page
      wide
      title="Email templates"
      lead="Write an email with JSX and see it while you type. The draft stays in this browser."
      actions={
        <Button variant="default" disabled={template === SAMPLE} onClick={() => change(SAMPLE)}>
          Start again
        </Button>
      }
    >
      <div className={styles.panes}>
        <section className={styles.pane} aria-label="Template">
          <div className={styles.bar}>
            <h2>Template</h2>
          </div>
          <Suspense fallback={<Skeleton height={420} />}>
            <CodeEditor label="Code of the template" value={template} onChange={change} />
          </Suspense>
          {error && (
            <p className={styles.error} role="alert">
              {error}
            </p>
          )}
        </section>
        <section className={styles.pane} aria-label="Preview">
          <div className={styles.bar}>
            <h2>Preview</h2>
            <SegmentedControl
              size="xs"
              aria-label="Width of the preview"
              data={WIDTHS}
              value={width}
              onChange={setWidth}
            />
            <CopyButton label="Copy HTML" text={html} />
          </div>
          <div className={styles.stage}>
            <iframe
              ref={frame}
              className={styles.frame}
              data-width={width}
              title="Preview of the email"
              src="/template-preview"
              sandbox="allow-scripts"
              referrerPolicy="no-referrer"
            />
          </div>
        </section>
      </div>
    </Page>
  )
}
