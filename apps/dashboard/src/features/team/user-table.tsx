import type { User } from '@papercups/contract'
import { VisuallyHidden } from '@mantine/core'
import { formatDate } from '../../lib/format.js'
import { useMe } from '../../entities/user/me.js'
import { userName } from '../../entities/person-name.js'
import { Avatar } from '../../ui/avatar.js'
import styles from './team.module.css'
import { UserMenu } from './user-menu.js'

const dateTitles = { Team: 'Member since', 'Disabled users': 'Disabled on', 'Archived users': 'Archived on' }

interface Props {
  label: keyof typeof dateTitles
  users: User[]
  withActions: boolean
}

export function UserTable({ label, users, withActions }: Props) {
  const me = useMe()
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col" className={styles.since}>
            {dateTitles[label]}
          </th>
          {withActions && (
            <th scope="col" className={styles.menu}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <Person user={user} own={user.id === me.id} />
            </td>
            <td>{user.role === 'admin' ? 'Admin' : 'Member'}</td>
            <td className={styles.since}>{formatDate(user.archived_at ?? user.disabled_at ?? user.created_at)}</td>
            {withActions && <td className={styles.menu}>{user.id !== me.id && <UserMenu user={user} />}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Person({ user, own }: { user: User; own: boolean }) {
  const name = userName(user)
  return (
    <div className={styles.person}>
      <Avatar id={`user:${user.id}`} name={name} image={user.profile_photo_url} />
      <div className={styles.who}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {own && <span className={styles.you}>You</span>}
        </span>
        {name !== user.email && <span className={styles.email}>{user.email}</span>}
      </div>
    </div>
  )
}
