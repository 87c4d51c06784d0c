import type { ConnectedService, Inbox } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '../../lib/format.js'
import { Tag } from '../../ui/tag.js'
import { accountServices } from './account-services.js'
import type { Channel } from './channels.js'
import { connectedServicesQuery } from './connected-services.js'
import styles from './channel-list.module.css'

interface Props {
  label: string
  inbox: Inbox
  channels: Channel[]
  /** Whether channels without connections are connected, by their keys. */
  connected?: Record<string, boolean | undefined>
}

/** The channels of an inbox with their states and a link to the page of each. */
export function ChannelList({ label, inbox, channels, connected = {} }: Props) {
  const { data: services } = useQuery(connectedServicesQuery)
  return (
    <ul className={styles.list} aria-label={label}>
      {channels.map((channel) => {
        const connection = findConnection(services, inbox, channel)
        const state = <State channel={channel} connection={connection} is_loaded={!!services} connected={connected} />
        const to = `/inboxes/${inbox.id}/${channel.path}`
        return <Item key={channel.key} shown={channel} to={to} state={state} connection={connection} />
      })}
    </ul>
  )
}

/** The services of the account with their states and a link to the page of each. Further items follow. */
export function AccountServiceList({ label, children }: { label: string; children?: ReactNode }) {
  const { data: services } = useQuery(connectedServicesQuery)
  return (
    <ul className={styles.list} aria-label={label}>
      {accountServices.map((service) => {
        const connection = services?.find((one) => one.service === service.id && one.kind === 'account')
        const state = connection ? (
          <ConnectionTag state={connection.state} />
        ) : (
          services && <Tag look="plain">Not connected</Tag>
        )
        return <Item key={service.id} shown={service} to={service.path} state={state} connection={connection} />
      })}
      {children}
    </ul>
  )
}

interface ItemProps {
  shown: Pick<Channel, 'name' | 'description' | 'Icon' | 'is_popular'>
  to: string
  state: ReactNode
  connection: ConnectedService | undefined
}

const Item = ({ shown: { name, description, Icon, is_popular }, to, state, connection }: ItemProps) => (
  <li className={styles.channel}>
    <Icon size={24} stroke={1.5} aria-hidden="true" className={styles.icon} />
    <div className={styles.words}>
      <h3>
        {name} {is_popular && <Tag look="plain">Popular</Tag>} {state}
      </h3>
      <p>{description}</p>
      {connection && <p>{activityOf(connection)}</p>}
    </div>
    <Button component={Link} to={to} variant="default" size="xs" aria-label={`Configure ${name}`}>
      Configure
    </Button>
  </li>
)

/** A connection without an inbox belongs to the primary one. */
const findConnection = (services: ConnectedService[] | undefined, inbox: Inbox, { connection }: Channel) =>
  services?.find(
    ({ service, kind, inbox_id }) =>
      service === connection?.service &&
      kind === connection.kind &&
      (inbox_id === inbox.id || (inbox_id === null && inbox.is_primary)),
  )

interface StateProps {
  channel: Channel
  connection: ConnectedService | undefined
  is_loaded: boolean
  connected: Record<string, boolean | undefined>
}

function State({ channel, connection, is_loaded, connected }: StateProps) {
  if (connection) return <ConnectionTag state={connection.state} />
  const is_connected = channel.connection ? (is_loaded ? false : undefined) : connected[channel.key]
  if (is_connected === undefined) return null
  return is_connected ? <Tag look="good">Connected</Tag> : <Tag look="plain">Not connected</Tag>
}

export const ConnectionTag = ({ state }: Pick<ConnectedService, 'state'>) =>
  state === 'working' ? <Tag look="good">Connected</Tag> : <Tag look="bad">Not working</Tag>

const activityOf = ({ channel, last_activity_at, created_at }: ConnectedService) =>
  [
    channel,
    last_activity_at ? `last activity ${formatMoment(last_activity_at)}` : `connected ${formatMoment(created_at)}`,
  ]
    .filter(Boolean)
    .join(', ')
