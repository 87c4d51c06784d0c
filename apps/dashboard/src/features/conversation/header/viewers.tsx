import type { User } from '@papercups/contract'
import { VisuallyHidden } from '@mantine/core'
import { userName } from '../../../entities/person-name.js'
import { Avatar } from '../../../ui/avatar.js'
import styles from '../conversation.module.css'

const SHOWN = 3

/** Shows who else views the conversation, so that two agents do not answer it. */
export function Viewers({ users }: { users: readonly User[] }) {
  if (users.length === 0) return null
  const text = `${list.format(users.map(userName))} ${users.length === 1 ? 'is' : 'are'} also looking at this`
  return (
    <div className={styles.viewers} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      {users.slice(0, SHOWN).map((user) => (
        <Avatar key={user.id} id={`user:${user.id}`} name={userName(user)} image={user.profile_photo_url} size={24} />
      ))}
      {users.length > SHOWN && <span aria-hidden="true">+{users.length - SHOWN}</span>}
    </div>
  )
}

const list = new Intl.ListFormat('en-US')
