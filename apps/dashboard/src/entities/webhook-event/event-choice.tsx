import type { WebhookEvent } from '@papercups/contract'
import { Checkbox } from '@mantine/core'
import { EVENT_GROUPS } from './events.js'
import styles from './event-choice.module.css'

interface Props {
  legend: string
  value: WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}

/** A checkbox for each event, by what it is about. */
export function EventChoice({ legend, value, onChange }: Props) {
  const toggle = (event: WebhookEvent, on: boolean) =>
    onChange(on ? [...value, event] : value.filter((one) => one !== event))
  return (
    <fieldset className={styles.events}>
      <legend>{legend}</legend>
      {EVENT_GROUPS.map(({ title, events }) => (
        <div key={title}>
          <h3>{title}</h3>
          {events.map((event) => (
            <Checkbox
              key={event}
              label={event}
              checked={value.includes(event)}
              onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}
