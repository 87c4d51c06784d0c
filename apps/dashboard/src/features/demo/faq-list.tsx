import type { Faq } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.js'
import { offerUndo } from '../../ui/offer-undo.js'
import { Section } from '../../ui/section.js'
import styles from './bot-demo.module.css'
import { FaqForm } from './faq-form.js'
import { EXAMPLES, MAX_FAQS } from './faqs.js'

interface Props {
  faqs: Faq[]
  /** Takes a function instead of a new list, because an undo may come after other changes. */
  onChange: (change: (faqs: Faq[]) => Faq[]) => void
}

/** The questions and answers of the bot, editable. */
export function FaqList({ faqs, onChange }: Props) {
  const [editing, setEditing] = useState<number | null>(null)

  function remove(index: number, faq: Faq) {
    setEditing(null)
    onChange((faqs) => faqs.toSpliced(index, 1))
    offerUndo('Question removed.', () => onChange((faqs) => faqs.toSpliced(index, 0, faq)))
  }
  function change(index: number, faq: Faq) {
    setEditing(null)
    onChange((faqs) => faqs.with(index, faq))
  }

  return (
    <>
      <Section title="Questions and answers" lead="The bot answers from these. They are saved in this browser only.">
        {faqs.length > 0 ? (
          <ul className={styles.faqs} aria-label="Questions and answers">
            {faqs.map((faq, index) => (
              <li key={`${index} ${faq.q}`} className={styles.faq}>
                {editing === index ? (
                  <FaqForm
                    start={faq}
                    submit="Save"
                    onSubmit={(changed) => change(index, changed)}
                    onCancel={() => setEditing(null)}
                  />
                ) : (
                  <>
                    <div className={styles.words}>
                      <h3 dir="auto">{faq.q}</h3>
                      <p dir="auto">{faq.a}</p>
                    </div>
                    <IconButton label={`Edit ${faq.q}`} onClick={() => setEditing(index)}>
                      <IconPencil size={16} stroke={1.75} />
                    </IconButton>
                    <IconButton label={`Remove ${faq.q}`} onClick={() => remove(index, faq)}>
                      <IconTrash size={16} stroke={1.75} />
                    </IconButton>
                  </>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <div className={styles.nothing}>
            <p>The bot knows nothing yet. Add a question below, or begin with the examples.</p>
            <Button variant="default" size="xs" onClick={() => onChange(() => EXAMPLES)}>
              Restore the examples
            </Button>
          </div>
        )}
      </Section>
      <Section title="Add a question">
        {faqs.length < MAX_FAQS ? (
          <FaqForm start={EMPTY} submit="Add" onSubmit={(faq) => onChange((faqs) => [...faqs, faq])} />
        ) : (
          <p>This demo takes at most {MAX_FAQS} questions. Remove one to add another.</p>
        )}
      </Section>
    </>
  )
}

const EMPTY: Faq = { q: '', a: '' }
