import type { ListedBrowserSession } from '@papercups/contract'
import { Alert, Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { customerName } from '../../../entities/person-name.js'
import { useMe } from '../../../entities/user/me.js'
import { useTopic } from '../../../lib/use-topic.js'
import { Page } from '../../../ui/page.js'
import { Retrieved } from '../../../ui/retrieved.js'
import type { FromPlayer } from '../player/messages.js'
import { Address } from '../address.js'
import { PlayerFrame, usePlayer } from '../player-frame.js'
import { statusOf, useSessionPresence } from '../session-presence.js'
import { useSessionQuery } from '../sessions-query.js'
import styles from '../sessions.module.css'
import { StatusBanner } from './status-banner.js'
import { usePointing } from './use-pointing.js'
import { PointButton } from './point-button.js'
import { useSocketErrors } from './use-socket-errors.js'
import { useWaited } from './use-waited.js'

const back = { to: '/sessions/list', label: 'Back to all sessions' }

interface Slots {
  /** The conversation or the customer. The app layer passes both in, because features do not import each other. */
  renderPanel: (customerId: string | null) => ReactNode
  renderStart: (customerId: string) => ReactNode
}

export function LiveSessionPage(slots: Slots) {
  const { session_id = '' } = useParams()
  useSocketErrors()
  return (
    <Retrieved
      query={useSessionQuery(session_id)}
      title="Live session"
      failure="Error retrieving session"
      heights={[40, 480]}
      wide
      {...{ back }}
    >
      {(session) => <Live session={session} {...slots} />}
    </Retrieved>
  )
}

function Live({ session, renderPanel, renderStart }: Slots & { session: ListedBrowserSession }) {
  const { account_id } = useMe()
  const presence = useSessionPresence()
  const status = presence && statusOf(presence, session.id)
  const [isShown, setShown] = useState(false)
  const [page, setPage] = useState<string | null>()
  const wait = useWaited()
  const { frame, send } = usePlayer(receive)
  const push = useTopic(`events:admin:${account_id}:${session.id}:batches`, {
    joined: wait.start,
    'replay:events': ({ events }) => send({ kind: 'live', events }),
    'pointer:answer': answer,
  })
  const pointing = usePointing(push, send)
  const isLoading = !isShown && !wait.isOver

  function receive(message: FromPlayer) {
    if (message.kind === 'shown') {
      setShown(true)
      pointing.askAgain()
    }
    if (message.kind === 'page') setPage(message.url)
    if (message.kind === 'pointed') pointing.show(message.place)
  }
  function answer({ agreed }: { agreed: boolean }) {
    pointing.answer(agreed)
  }

  return (
    <Page
      title={customerName(session.customer)}
      wide
      back={back}
      actions={
        <>
          {session.recorded && (
            <Button component={Link} to={`/sessions/replay/${session.id}`} variant="default">
              Replay
            </Button>
          )}
          <PointButton pointing={pointing} disabled={!isShown || status === 'disconnected'} />
          {session.customer_id && renderStart(session.customer_id)}
        </>
      }
    >
      <Alert color="yellow" variant="light" icon={<IconFlask size={18} />}>
        This feature is experimental. The page may look different here than in the visitor’s browser.
      </Alert>
      <div className={styles.beside}>
        <section className={styles.view} aria-label="Live page">
          <StatusBanner isLoading={isLoading} status={status} />
          <Address url={page} />
          <PlayerFrame frame={frame} isFaded={status === 'inactive' || status === 'disconnected' || page === null} />
        </section>
        <aside className={styles.panel} aria-label="About the visitor">
          {renderPanel(session.customer_id)}
        </aside>
      </div>
    </Page>
  )
}
