import type { Faq } from '@papercups/contract'
import { Button, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import styles from './bot-demo.module.css'
import { toFaq } from './faqs.js'

interface Props {
  start: Faq
  submit: string
  onSubmit: (faq: Faq) => void
  onCancel?: () => void
}

/** Adds or edits a question and its answer. */
export function FaqForm({ start, submit, onSubmit, onCancel }: Props) {
  const [faq, setFaq] = useState(start)

  function send(event: FormEvent) {
    event.preventDefault()
    const filled = toFaq(faq)
    if (filled) {
      setFaq(start)
      onSubmit(filled)
    } else {
      notifications.show({
        color: 'red',
        title: 'Error adding training data!',
        message: 'Both the question and answer text are required.',
      })
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <TextInput
        label="Question"
        maxLength={300}
        value={faq.q}
        onChange={({ currentTarget }) => setFaq({ ...faq, q: currentTarget.value })}
      />
      <Textarea
        label="Answer"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1_000}
        value={faq.a}
        onChange={({ currentTarget }) => setFaq({ ...faq, a: currentTarget.value })}
      />
      <div className={styles.actions}>
        {onCancel && (
          <Button variant="default" size="xs" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="xs">
          {submit}
        </Button>
      </div>
    </form>
  )
}
