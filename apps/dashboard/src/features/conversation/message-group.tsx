import type { CustomerBasic, Customer, User } from '@papercups/contract'
import { memo } from 'react'
import { formatMoment, formatTime } from '../../lib/format.js'
import { useMe } from '../../lib/me.js'
import { customerName, userName } from '../../lib/people.js'
import { Avatar } from '../../ui/avatar.js'
import { Bubble } from './bubble.js'
import styles from './conversation.module.css'
import type { Group, Item } from './thread.js'

interface Props {
  group: Group
  customer: Customer | CustomerBasic | null
  /** Under the team's last words: whether they were read. */
  seen: boolean
}

/** What one person wrote within a minute: the team on the right, the customer on the left. */
export const MessageGroup = memo(function MessageGroup({ group, customer, seen }: Props) {
  const me = useMe()
  const [first] = group.items
  const ours = !group.author.startsWith('customer:')
  const author = ours
    ? teamAuthor(first, me.id)
    : { id: group.author, name: customerName(first.message?.customer ?? customer) }
  const note = first.message?.private ?? first.outgoing?.private

  return (
    <li className={[styles.group, ours && styles.ours].filter(Boolean).join(' ')}>
      {!ours && <Avatar id={author.id} name={author.name} image={customer?.profile_photo_url} size={28} />}
      <div className={styles.stack}>
        <div className={styles.byline}>
          <span dir="auto">{author.name}</span>
          {note && <span>Private note</span>}
          <time dateTime={first.at} title={formatMoment(first.at)}>
            {formatTime(first.at)}
          </time>
        </div>
        {group.items.map((item) => (
          <Bubble key={item.key} item={item} />
        ))}
        {seen && <span className={styles.state}>Seen</span>}
      </div>
    </li>
  )
})

function teamAuthor({ message, outgoing }: Item, userId: number) {
  if (message?.type === 'bot') return { id: 'bot', name: 'Bot' }
  const user: User | null = message?.user ?? null
  const id = message?.user_id ?? outgoing?.user_id
  return { id: `user:${id}`, name: id === userId ? 'You' : userName(user) }
}
