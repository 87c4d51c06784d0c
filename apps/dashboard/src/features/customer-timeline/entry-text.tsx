import type { CustomerProfile, TimelineEntry } from '@papercups/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { customerName } from '../../entities/person-name.js'
import { describeFields } from './describe-fields.js'

interface Props {
  entry: TimelineEntry
  customer: CustomerProfile
}

/** One timeline entry as a sentence, with links to the things it names. */
export function EntryText({ entry, customer }: Props) {
  const say = SENTENCES[entry.kind]?.[entry.action]
  const actor = actorOf(entry, customer)
  return say ? say(entry, actor, customer) : <>{actor} did something</>
}

type Say = (entry: TimelineEntry, actor: ReactNode, customer: CustomerProfile) => ReactNode

const SENTENCES: Record<TimelineEntry['kind'], Partial<Record<TimelineEntry['action'], Say>>> = {
  visits: {
    visited: ({ page }, actor) => (
      <>
        {actor} visited {page ? <PageUrl url={page} /> : 'your site'}
      </>
    ),
  },
  conversations: {
    created: (entry, actor) => (
      <>
        {actor} started {conversation(entry, 'a')}
      </>
    ),
    closed: (entry, actor) => (
      <>
        {actor} closed {conversation(entry)}
      </>
    ),
    reopened: (entry, actor) => (
      <>
        {actor} reopened {conversation(entry)}
      </>
    ),
    assigned: (entry, actor) =>
      entry.actor?.type === 'user' && entry.actor.id === entry.about?.id ? (
        <>
          {actor} assigned {conversation(entry)} to themselves
        </>
      ) : (
        <>
          {actor} assigned {conversation(entry)} to {nameOf(entry, 'a former teammate')}
        </>
      ),
    unassigned: (entry, actor) => (
      <>
        {actor} unassigned {conversation(entry)}
      </>
    ),
    deleted: (entry, actor) => (
      <>
        {actor} deleted {conversation(entry)}
      </>
    ),
    restored: (entry, actor) => (
      <>
        {actor} restored {conversation(entry)}
      </>
    ),
    rated: (entry, actor) => (
      <>
        {actor} rated {conversation(entry)} {entry.score} of 5
      </>
    ),
  },
  messages: {
    exchanged: (entry) => (
      <>
        {countOf(entry.message_count ?? 1)} in {conversation(entry, 'a')}
      </>
    ),
  },
  notes: {
    created: (entry, actor, customer) => (
      <>
        {actor} wrote {note(entry, customer, 'a note')}
      </>
    ),
    updated: (entry, actor, customer) => (
      <>
        {actor} changed {note(entry, customer, 'a note')}
      </>
    ),
    deleted: (_, actor) => <>{actor} deleted a note</>,
  },
  tags: {
    added: (entry, actor) => (
      <>
        {actor} added the tag {thing(entry, '/tags', '(deleted)')}
        {entry.conversation_id && <> to {conversation(entry, 'a')}</>}
      </>
    ),
    removed: (entry, actor) => (
      <>
        {actor} removed the tag {thing(entry, '/tags', '(deleted)')}
        {entry.conversation_id && <> from {conversation(entry, 'a')}</>}
      </>
    ),
  },
  issues: {
    linked: (entry, actor) => (
      <>
        {actor} linked the issue {issue(entry)}
      </>
    ),
    unlinked: (entry, actor) => (
      <>
        {actor} unlinked the issue {issue(entry)}
      </>
    ),
    finished: (entry, actor) => (
      <>
        {actor} finished the issue {issue(entry)}
      </>
    ),
    closed: (entry, actor) => (
      <>
        {actor} closed the issue {issue(entry)}
      </>
    ),
  },
  details: {
    created: (_, actor) => <>{actor} added this customer</>,
    imported: (entry, actor) => (
      <>
        {actor} imported this customer from {nameOf(entry, 'a file')}
      </>
    ),
    updated: ({ fields, about }, actor) => (
      <>
        {actor} changed {describeFields(fields)}
        {about && <> from {about.name ?? 'a file'}</>}
      </>
    ),
    joined: (entry, actor) => (
      <>
        {actor} set the company to {thing(entry, '/companies', 'a deleted company')}
      </>
    ),
    left: (_, actor) => <>{actor} removed the company</>,
    merged: (_, actor) => <>{actor} merged another customer into this one</>,
    unmerged: (_, actor) => <>{actor} undid a merge</>,
  },
}

function actorOf({ actor }: TimelineEntry, customer: CustomerProfile) {
  if (!actor) return 'Papercups'
  const name = actor.type === 'customer' ? customerName(customer) : (actor.name ?? 'A former teammate')
  return <strong dir="auto">{name}</strong>
}

/** Shows the URL without its scheme, to keep the line short. */
function PageUrl({ url }: { url: string }) {
  return <span dir="ltr">{url.replace(/^https?:\/\//, '')}</span>
}

const countOf = (messages: number) => `${messages.toLocaleString('en-US')} message${messages === 1 ? '' : 's'}`

function conversation({ conversation_id }: TimelineEntry, article: 'a' | 'the' = 'the') {
  const words = `${article} conversation`
  return conversation_id ? <Link to={`/conversations/all/${conversation_id}`}>{words}</Link> : words
}

const note = ({ about }: TimelineEntry, { id }: CustomerProfile, words: string) =>
  about?.deleted ? `${words} (deleted)` : <Link to={`/customers/${id}?tab=notes`}>{words}</Link>

const issue = (entry: TimelineEntry) => thing(entry, '/issues', '(deleted)')

function thing({ about }: TimelineEntry, folder: string, gone: string) {
  if (!about || about.deleted) return gone
  return (
    <Link to={`${folder}/${about.id}`} dir="auto">
      {about.name}
    </Link>
  )
}

const nameOf = ({ about }: TimelineEntry, gone: string) => (about?.name ? <bdi>{about.name}</bdi> : gone)
