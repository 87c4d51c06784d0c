import { IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMe } from '../../entities/user/me.js'
import styles from './inbox.module.css'
import { NewEmail } from './new-email.js'
import { SearchBox } from './search-box.js'
import type { View } from './views.js'

interface Props {
  view: View
  q: string
  /** Whether the bulk bar covers the header. */
  covered: boolean
  onSearch: (q: string) => void
}

export function ListHeader({ view, q, covered, onSearch }: Props) {
  const admin = useMe().role === 'admin'
  const [label, to] = view.inbox_id
    ? ['Configure inbox', `/inboxes/${view.inbox_id}`]
    : ['Configure inboxes', '/inboxes']
  return (
    <header className={styles.head} inert={covered}>
      <h2 className={styles.title} id="list-title">
        {view.title}
      </h2>
      <div className={styles.actions}>
        <NewEmail inbox_id={view.inbox_id} />
        {admin && (
          <Link className={styles.configure} to={to} aria-label={label} title={label}>
            <IconSettings size={18} stroke={1.75} aria-hidden="true" />
          </Link>
        )}
      </div>
      <SearchBox key={view.name} q={q} onSearch={onSearch} />
    </header>
  )
}
