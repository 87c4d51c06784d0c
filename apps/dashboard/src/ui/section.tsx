import { Button } from '@mantine/core'
import { useId, type FormEvent, type ReactNode } from 'react'
import styles from './section.module.css'

interface Props {
  title: string
  /** Explains the section. */
  lead?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** A section of a settings page. */
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

/** A section that is read-only until the user presses Edit. Its fields set `readOnly={!editing}` themselves. */
export function EditableSection({ title, lead, editing, saving, onEdit, onCancel, onSave, children }: FormProps) {
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (editing && !saving) onSave()
  }

  // Separate keys: a click on Edit must not submit through the Save button that replaces it.
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
