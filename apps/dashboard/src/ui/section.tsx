import { Button } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import styles from './section.module.css'

interface Props {
  title: string
  /** What it is for. */
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One subject of a settings page. */
export function Section({ title, lead, actions, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Head {...{ id, title, lead, actions }} />
      {children && <div className={styles.body}>{children}</div>}
    </section>
  )
}

interface FormProps extends Omit<Props, 'actions'> {
  editing: boolean
  saving: boolean
  onEdit: () => void
  onCancel: () => void
  onSave: () => void
}

/** One subject that is read until somebody presses Edit. Its fields say `readOnly={!editing}` themselves. */
export function EditableSection({ title, lead, editing, saving, onEdit, onCancel, onSave, children }: FormProps) {
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (editing && !saving) onSave()
  }

  // Two buttons with one key each: a click on Edit must not land on the Save that takes its place.
  const actions = editing ? (
    <>
      <Button key="cancel" variant="default" size="xs" disabled={saving} onClick={onCancel}>
        Cancel
      </Button>
      <Button key="save" type="submit" size="xs" loading={saving}>
        Save
      </Button>
    </>
  ) : (
    <Button key="edit" variant="default" size="xs" onClick={onEdit}>
      Edit
    </Button>
  )
  return (
    <section className={styles.section} aria-labelledby={id}>
      <form onSubmit={submit} noValidate data-reading={editing ? undefined : true} className={styles.form}>
        <Head {...{ id, title, lead, actions }} />
        <div className={styles.body}>{children}</div>
      </form>
    </section>
  )
}

function Head({ id, title, lead, actions }: Omit<Props, 'children'> & { id: string }) {
  return (
    <>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
    </>
  )
}
