import type { Floor } from '@papercups/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isUserOnline, usePresence } from '../../entities/customer/presence.js'
import { userName } from '../../entities/person-name.js'
import { useColleagues, useMe } from '../../entities/user/me.js'
import { api } from '../../lib/api.js'
import { coalesce } from '../../lib/coalesce.js'
import { formatAge } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { useTopic } from '../../lib/use-topic.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { Section } from '../../ui/section.js'
import { CsvButton, type TableColumn } from './chart-section.js'
import { ConversationsDrawer, type ConversationList } from './conversations-drawer.js'
import { ButtonOf } from './open-number.js'
import styles from './reporting.module.css'

/** A burst of pushes causes one request per this many milliseconds. */
const PAUSE = 2_000

const floorQuery = queryOptions({
  queryKey: ['reporting', 'floor'],
  queryFn: ({ signal }) => api.get('/reporting/floor', { signal }),
  refetchOnMount: 'always',
})

/** What a number of the page counts. */
interface Opened {
  title: string
  waiting?: boolean
  assignee_id?: number
  unassigned?: boolean
}

const floorConversations = ({ title: _, ...chosen }: Opened): ConversationList => ({
  key: ['floor', chosen],
  read: (page, signal) =>
    api.getPage('/reporting/floor/conversations', { query: { ...chosen, ...page }, ...(signal && { signal }) }),
})

/** Counts again after each event that can change a number. Messages that were sent while offline are counted on the next join. */
function useLiveFloor(accountId: string) {
  const cache = useQueryClient()
  const [readAgain] = useState(() =>
    coalesce(
      () =>
        Promise.all([
          cache.invalidateQueries(floorQuery),
          cache.invalidateQueries({ queryKey: ['reporting', 'conversations', 'floor'] }),
        ]),
      PAUSE,
    ),
  )
  useTopic(`notification:${accountId}`, {
    joined: readAgain,
    shout: readAgain,
    'conversation:created': readAgain,
    'conversation:updated': readAgain,
    'customer:deleted': readAgain,
  })
}

/** The open conversations now. */
export function FloorView() {
  const { account_id } = useMe()
  useLiveFloor(account_id)
  const { data: floor, error, refetch } = useQuery(floorQuery)
  const [opened, setOpened] = useState<Opened>({ title: '' })
  const drawer = useDialog()
  if (!floor && error)
    return <LoadFailure title="Error retrieving the open conversations" error={error} retry={refetch} />
  if (!floor) return <SectionSkeletons heights={[80, 300]} />
  const open = (about: Opened) => {
    setOpened(about)
    drawer.open()
  }
  return (
    <>
      <Totals {...{ floor, open }} />
      <People {...{ floor, open }} />
      {drawer.mounted && (
        <ConversationsDrawer
          {...{ opened: drawer.opened, title: opened.title, list: floorConversations(opened), isTimed: true }}
          onClose={drawer.close}
        />
      )}
    </>
  )
}

interface Props {
  floor: Floor
  open: (about: Opened) => void
}

function Totals({ floor, open }: Props) {
  const now = useNow()
  const presence = usePresence()
  const online = useColleagues().filter(({ id }) => isUserOnline(presence, id)).length
  const waiting: Opened = { title: 'Waiting for a reply', waiting: true }
  return (
    <dl className={styles.summary} aria-live="polite">
      <div>
        <dt>Waiting for a reply</dt>
        <dd>
          <ButtonOf value={floor.waiting} title={waiting.title} onClick={() => open(waiting)} />
        </dd>
      </div>
      <div>
        <dt>Longest wait</dt>
        <dd>
          <ButtonOf
            value={floor.waiting}
            shown={floor.waiting_since ? formatAge(floor.waiting_since, now) : '--'}
            title={waiting.title}
            onClick={() => open(waiting)}
          />
        </dd>
      </div>
      <div>
        <dt>Open</dt>
        <dd>
          <ButtonOf
            value={floor.open}
            title="Open conversations"
            onClick={() => open({ title: 'Open conversations' })}
          />
        </dd>
      </div>
      <div>
        <dt>Online</dt>
        <dd>{online}</dd>
      </div>
    </dl>
  )
}

interface Row extends Omit<Floor['assignees'][number], 'assignee_id'> {
  id: number
  name: string
  isOnline: boolean
}

const NOBODY = 0
const NONE = { open: 0, waiting: 0, waiting_since: null }

/** The team, and the conversations that nobody has. */
function People({ floor, open }: Props) {
  const now = useNow()
  const presence = usePresence()
  const users = useColleagues()
  const known = new Map(floor.assignees.map(({ assignee_id, ...counts }) => [assignee_id ?? NOBODY, counts]))
  const rows: Row[] = [
    { id: NOBODY, name: 'Nobody', isOnline: false, ...(known.get(NOBODY) ?? NONE) },
    ...users.map((user) => ({
      ...{ id: user.id, name: userName(user), isOnline: isUserOnline(presence, user.id) },
      ...(known.get(user.id) ?? NONE),
    })),
  ]
  const about = ({ id, name }: Row, waiting: boolean): Opened => ({
    title: `${waiting ? 'Waiting' : 'Open'}: ${name}`,
    ...(id === NOBODY ? { unassigned: true } : { assignee_id: id }),
    ...(waiting && { waiting }),
  })
  const number = (title: string, name: 'open' | 'waiting'): TableColumn<Row> => ({
    title,
    text: (row) => row[name],
    render: (row) => {
      const opened = about(row, name === 'waiting')
      return <ButtonOf value={row[name]} title={opened.title} onClick={() => open(opened)} />
    },
  })
  const columns: Array<TableColumn<Row> & Column<Row>> = [
    {
      title: 'Assignee',
      width: '34%',
      text: ({ name }) => name,
      render: ({ name, isOnline, id }) => (
        <>
          {name} {id !== NOBODY && isOnline && <span className={styles.better}>online</span>}
        </>
      ),
    },
    number('Open', 'open'),
    number('Waiting', 'waiting'),
    {
      title: 'Longest wait',
      text: ({ waiting_since }) => waiting_since ?? '',
      render: (row) => {
        const { waiting, waiting_since } = row
        const opened = about(row, true)
        const shown = waiting_since ? formatAge(waiting_since, now) : '--'
        return <ButtonOf {...{ value: waiting, shown, title: opened.title }} onClick={() => open(opened)} />
      },
    },
  ]
  return (
    <Section
      title="Open conversations by assignee"
      lead="A customer waits from their first message after the last reply. Snoozed conversations are left out."
      actions={<CsvButton title="Open conversations by assignee" {...{ columns, rows }} />}
    >
      <RowTable bare label="Open conversations by assignee" {...{ columns, rows }} />
    </Section>
  )
}
