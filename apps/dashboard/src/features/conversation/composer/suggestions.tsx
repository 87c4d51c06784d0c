import type { CannedResponse, User } from '@papercups/contract'
import { IconMessage2, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.js'
import { cannedResponsesQuery } from '../../../entities/saved-reply/canned-responses.js'
import { useColleagues } from '../../../entities/user/me.js'
import { userName } from '../../../entities/person-name.js'
import { Avatar } from '../../../ui/avatar.js'
import { ChoiceList, type Choice, type ListProps } from './choice-list.js'
import type { Trigger } from './find-trigger.js'
import { findBest } from './find-best.js'
import { mentionName } from './mentions.js'

const EmojiSuggestions = lazyPart(async () => (await import('./emoji/emoji-suggestions.js')).EmojiSuggestions)

const manage: Choice = {
  key: 'manage',
  label: 'Manage saved replies…',
  picture: <IconSettings size={18} stroke={1.75} />,
  text: '',
  to: '/settings/saved-replies',
}

/** The suggestions for the sign at the caret. Loaded when a sign is typed for the first time. */
export function Suggestions({ trigger, ...list }: ListProps & { trigger: Trigger }) {
  if (trigger.kind === 'mention') return <Teammates query={trigger.query} {...list} />
  if (trigger.kind === 'saved-reply') return <SavedReplies query={trigger.query} {...list} />
  return (
    <Suspense>
      <EmojiSuggestions query={trigger.query} {...list} />
    </Suspense>
  )
}

/** After a space the user is probably writing ordinary text, so no empty list is shown. */
const goesOn = (query: string) => query.includes(' ')

function Teammates({ query, ...list }: ListProps & { query: string }) {
  const found = findBest(useColleagues(), query, (user) => [mentionName(user), user.full_name ?? '', user.email])
  if (found.length === 0 && goesOn(query)) return null
  return <ChoiceList {...list} label="Teammates" choices={found.map(teammate)} empty="Teammate not found." />
}

function SavedReplies({ query, ...list }: ListProps & { query: string }) {
  const { data: replies, isError } = useQuery(cannedResponsesQuery)
  const found = findBest(replies ?? [], query, ({ name, content }) => [name, content])
  if (found.length === 0 && goesOn(query)) return null

  const choices = query && found.length === 0 ? [] : [...found.map(savedReply), ...(replies ? [manage] : [])]
  const empty = isError ? 'Saved replies could not be loaded.' : replies ? 'No saved reply found.' : 'Loading…'
  return <ChoiceList {...list} label="Saved replies" choices={choices} empty={empty} />
}

function teammate(user: User): Choice {
  const name = mentionName(user)
  return {
    key: String(user.id),
    label: name,
    detail: user.email,
    picture: <Avatar id={`user:${user.id}`} name={userName(user)} image={user.profile_photo_url} size={20} />,
    text: `@${name} `,
    mentioned: { id: user.id, display_name: name },
  }
}

const savedReply = ({ id, name, content }: CannedResponse): Choice => ({
  key: id,
  label: name,
  detail: content.slice(0, 120),
  picture: <IconMessage2 size={18} stroke={1.75} />,
  text: content,
})
