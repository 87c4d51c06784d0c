import type { User } from '@papercups/contract'
import { formatDate } from '../../lib/format.js'
import { useMe } from '../../entities/user/me.js'
import { userName } from '../../entities/person-name.js'
import { Avatar } from '../../ui/avatar.js'
import { RowTable, type Column } from '../../ui/row-table.js'
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
  const columns: Array<Column<User>> = [
    { title: 'Name', render: (user) => <Person user={user} own={user.id === me.id} /> },
    { title: 'Role', width: '72px', render: ({ role }) => (role === 'admin' ? 'Admin' : 'Member') },
    {
      title: dateTitles[label],
      roomy: true,
      width: '144px',
      render: (user) => formatDate(user.archived_at ?? user.disabled_at ?? user.created_at),
    },
    {
      title: 'Actions',
      look: 'actions',
      width: '44px',
      render: (user) => user.id !== me.id && <UserMenu user={user} />,
    },
  ]
  return <RowTable label={label} bare middle columns={withActions ? columns : columns.slice(0, -1)} rows={users} />
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
