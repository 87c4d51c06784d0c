import { Button } from '@mantine/core'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { connectedServicesQuery } from '../../entities/integration/connected-services.js'
import { Facts } from '../../ui/facts.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { ConnectionCard } from './connection-card.js'
import { IntegrationPage } from './integration-page.js'

interface Props<Authorization> {
  service: string
  /** Of the page. */
  title?: string
  inbox_id: string | undefined
  stored: UseQueryResult<Authorization | null>
  /** What to read again after disconnecting. */
  queryKey: readonly unknown[]
  how: ReactNode
  /** What is stored, or what is still missing. */
  Settings: ComponentType<{ authorization: Authorization | null }>
  /** Without everything that is needed, the page still asks to connect. */
  isComplete?: (authorization: Authorization) => boolean
  Dialog: ComponentType<{
    inbox_id: string | undefined
    authorization: Authorization | null
    onClose: () => void
  }>
  onDisconnect: (id: string) => Promise<unknown>
}

/** The page of a channel that an admin sets up with a token, for one inbox or for the primary one. */
export function ReplyChannel<Authorization extends { id: string }>(props: Props<Authorization>) {
  const { service, title = `Reply from ${service}`, inbox_id, stored, how, Settings, Dialog } = props
  const { isComplete = () => true } = props
  const [editing, setEditing] = useState(false)
  const { data: authorization, error, refetch } = stored
  return (
    <IntegrationPage title={title} inbox_id={inbox_id} how={how}>
      {authorization === undefined ? (
        error ? (
          <LoadFailure title={`Error retrieving the connection to ${service}`} error={error} retry={refetch} />
        ) : (
          <SectionSkeletons heights={[200]} />
        )
      ) : authorization && isComplete(authorization) ? (
        <Connection {...props} authorization={authorization} onEdit={() => setEditing(true)} />
      ) : (
        <Section
          title={`Connection to ${service}`}
          actions={
            <Button size="xs" onClick={() => setEditing(true)}>
              Connect
            </Button>
          }
        >
          <Facts>
            <Settings authorization={authorization} />
          </Facts>
        </Section>
      )}
      {editing && authorization !== undefined && (
        <Dialog inbox_id={inbox_id} authorization={authorization} onClose={() => setEditing(false)} />
      )}
    </IntegrationPage>
  )
}

interface ConnectionProps<Authorization> extends Props<Authorization> {
  authorization: Authorization
  onEdit: () => void
}

function Connection<Authorization extends { id: string }>(props: ConnectionProps<Authorization>) {
  const { service, queryKey, Settings, authorization, onEdit, onDisconnect } = props
  const cache = useQueryClient()
  const { data: services, error, refetch } = useQuery(connectedServicesQuery)
  const connection = services?.find(({ id }) => id === authorization.id)
  if (!services && error)
    return <LoadFailure title={`Error retrieving the connection to ${service}`} error={error} retry={refetch} />
  if (!connection) return <SectionSkeletons heights={[200]} />
  return (
    <ConnectionCard
      service={service}
      connection={{ ...connection, channel: null, team_name: null }}
      reconnect="Update"
      onReconnect={onEdit}
      onDisconnect={() => onDisconnect(authorization.id)}
      onDisconnected={() => {
        void cache.invalidateQueries({ queryKey })
        void cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      }}
      facts={<Settings authorization={authorization} />}
    />
  )
}
