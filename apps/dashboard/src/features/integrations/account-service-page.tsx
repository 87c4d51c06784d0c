import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authorizationQuery, type AccountService } from '../../entities/integration/account-services.js'
import { connectedServicesQuery } from '../../entities/integration/connected-services.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, SectionSkeletons } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { ConnectionCard } from './connection-card.js'
import { IntegrationPage, MissingSettings } from './integration-page.js'
import { useConnect } from './use-connect.js'
import { useOAuthReturn } from './use-oauth-return.js'

interface Props {
  service: AccountService
  readSetup: () => Promise<{ missing: string[] }>
  begin: () => Promise<{ url: string }>
  finish: (given: { code: string; state?: string }) => Promise<unknown>
  disconnect: (id: string) => Promise<unknown>
  how: ReactNode
  /** What the connection is for. */
  purpose: string
  team_term?: string
  /** What Disconnect changes. */
  consequence?: string
  /** Shown below the card while the service is connected. */
  children?: ReactNode
}

/** The page of a service that the whole account connects. */
export function AccountServicePage(props: Props) {
  const { service, readSetup, begin, finish, how } = props
  const finishing = useOAuthReturn(service.name, finish)
  const { data: setup } = useQuery({ queryKey: [service.id, 'setup'], queryFn: readSetup })
  const connect = useConnect(service.name, begin)
  const missing = setup?.missing ?? []
  return (
    <IntegrationPage title={service.name} inbox_id={undefined} how={how}>
      {missing.length > 0 && <MissingSettings service={service.name} missing={missing} docs={`/docs/${service.id}`} />}
      {finishing ? (
        <SectionSkeletons heights={[160]} />
      ) : (
        <Connection {...props} connect={connect} is_ready={setup !== undefined && missing.length === 0} />
      )}
    </IntegrationPage>
  )
}

interface ConnectionProps extends Props {
  connect: ReturnType<typeof useConnect>
  is_ready: boolean
}

function Connection(props: ConnectionProps) {
  const { service, disconnect, purpose, team_term, consequence, children, connect, is_ready } = props
  const { name, Icon } = service
  const cache = useQueryClient()
  const { data: authorization, error, refetch } = useQuery(authorizationQuery(service))
  const { data: services } = useQuery(connectedServicesQuery)
  const connection = authorization && services?.find(({ id }) => id === authorization.id)
  if (authorization === null) {
    const action = (
      <Button loading={connect.isPending} disabled={!is_ready} onClick={connect.start}>
        Connect
      </Button>
    )
    return (
      <Section title={`Connection to ${name}`}>
        <Notice title="Not connected" icon={<Icon size={32} stroke={1.5} />} actions={action}>
          {purpose}
        </Notice>
      </Section>
    )
  }
  if (!connection) {
    if (!error) return <SectionSkeletons heights={[160]} />
    return <LoadFailure title={`Error retrieving the connection to ${name}`} error={error} retry={refetch} />
  }
  return (
    <>
      <ConnectionCard
        service={name}
        connection={connection}
        {...(team_term && { team_term })}
        {...(consequence && { consequence })}
        onReconnect={connect.start}
        onDisconnect={() => disconnect(connection.id)}
        onDisconnected={() => {
          void cache.invalidateQueries({ queryKey: [service.id] })
          void cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
        }}
      />
      {children}
    </>
  )
}
