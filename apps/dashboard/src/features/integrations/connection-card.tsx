import type { ConnectedService } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ConnectionTag } from '../../entities/integration/channel-list.js'
import { describeError } from '../../lib/api-error.js'
import { formatMoment } from '../../lib/format.js'
import { logError } from '../../lib/log-error.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { Fact, Facts } from '../../ui/facts.js'
import { Section } from '../../ui/section.js'
import styles from './connection-card.module.css'

interface Props {
  /** The service's name. */
  service: string
  connection: ConnectedService
  /** Opens the dialog or the page with which the connection is made again. */
  onReconnect: () => void
  reconnect?: string
  onDisconnect: () => Promise<unknown>
  onDisconnected: () => void
  /** What the connection's channel is, for example a mailbox. */
  channel_term?: string
  /** What the company is called at the service. */
  team_term?: string
  /** What Disconnect changes. */
  consequence?: string
  /** More facts. */
  facts?: ReactNode
  /** Settings below the facts. */
  children?: ReactNode
}

/** One connection with its state. */
export function ConnectionCard(props: Props) {
  const { service, connection, onReconnect, reconnect = 'Reconnect', facts, children } = props
  const { channel_term = 'Channel', team_term = 'Workspace' } = props
  const [asking, setAsking] = useState(false)
  const { kind, state, failure, failing_since, channel, team_name, last_activity_at, created_at } = connection
  return (
    <Section
      title={`Connection to ${service}`}
      actions={
        <>
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            Disconnect
          </Button>
          <Button variant="default" size="xs" onClick={onReconnect}>
            {reconnect}
          </Button>
        </>
      }
    >
      <Facts>
        <Fact term="State">
          <ConnectionTag state={state} />
          {failure && (
            <p role="alert" className={styles.problem}>
              {state === 'revoked'
                ? `${service} no longer accepts our token (${failure}). Connect again${kind === 'account' ? '.' : ': messages since then are sent afterwards.'}`
                : `${service} ${failing_since ? `has not worked since ${formatMoment(failing_since)}` : 'does not work at the moment'} (${failure}). We keep trying.`}
            </p>
          )}
        </Fact>
        {channel && <Fact term={channel_term}>{channel}</Fact>}
        {team_name && <Fact term={team_term}>{team_name}</Fact>}
        {facts}
        <Fact term="Connected since">{formatMoment(created_at)}</Fact>
        <Fact term="Last activity">{last_activity_at ? formatMoment(last_activity_at) : 'None yet'}</Fact>
      </Facts>
      {children}
      {asking && <Disconnect {...props} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Disconnect(props: Props & { onClose: () => void }) {
  const { service, connection, onDisconnect, onDisconnected, onClose } = props
  const kept = connection.kind === 'account' ? 'customers' : 'conversations'
  const { consequence = `The stored token is deleted. Your ${kept} stay, here and there.` } = props
  const disconnect = useMutation({
    mutationFn: onDisconnect,
    onSuccess() {
      onClose()
      onDisconnected()
    },
    onError: (error) => logError(`${service} was not disconnected`, error),
  })
  return (
    <Confirm
      opened
      title={`Are you sure you want to disconnect from ${service}?`}
      confirm="Yes"
      cancel="No"
      danger
      pending={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
      onClose={onClose}
    >
      <p>{consequence}</p>
      {disconnect.error && (
        <p role="alert" className={styles.problem}>
          {describeError(disconnect.error)}
        </p>
      )}
    </Confirm>
  )
}
