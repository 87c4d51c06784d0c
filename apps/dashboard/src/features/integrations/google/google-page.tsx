import type { GoogleAuthorization } from '@papercups/contract'
import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { Notice } from '../../../ui/notice.js'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import { Section } from '../../../ui/section.js'
import { ConnectionCard } from '../connection-card.js'
import { IntegrationPage, MissingSettings } from '../integration-page.js'
import { useConnect } from '../use-connect.js'
import { useOAuthReturn } from '../use-oauth-return.js'
import { googleSetupQuery } from './google-queries.js'

interface Props {
  /** Its name at Google. */
  service: 'Gmail' | 'Google Sheets'
  /** What the server connects. */
  connects: { client: 'gmail' | 'sheets'; type?: string; inbox_id?: string }
  /** The page of the documentation for operators. */
  docs: string
  inbox_id?: string | undefined
  stored: UseQueryResult<GoogleAuthorization | null>
  how: ReactNode
  /** Shown while nothing is connected. */
  invitation: string
  /** What is connected, for example a mailbox. */
  channel_term: string
  /** What Disconnect changes. */
  consequence?: string
  /** Shown below a connection. */
  children?: ReactNode
}

/** The page of one service of Google: its connection, and below it what belongs to a connection. */
export function GooglePage({
  service,
  connects,
  docs,
  inbox_id,
  stored,
  how,
  invitation,
  channel_term,
  consequence,
  children,
}: Props) {
  const finishing = useOAuthReturn(service, (query) => api.get('/google/oauth', { query }), 'google')
  const { data: setup } = useQuery(googleSetupQuery)
  const missing = setup?.missing ?? []
  const connect = useConnect(service, () => api.get('/google/auth', { query: connects }))
  const { data: authorization, error, refetch } = stored
  return (
    <IntegrationPage title={service} inbox_id={inbox_id} paid={`The ${service} integration`} how={how}>
      {missing.length > 0 && <MissingSettings service="Google" missing={missing} docs={docs} />}
      {finishing || (authorization === undefined && !error) ? (
        <SectionSkeletons heights={[160]} />
      ) : authorization === undefined ? (
        <LoadFailure title={`Error retrieving the connection to ${service}`} error={error} retry={refetch} />
      ) : authorization === null ? (
        <Section title={`Connection to ${service}`}>
          <Notice
            title="Not connected"
            icon={<IconBrandGoogle size={32} stroke={1.5} />}
            actions={
              <Button loading={connect.isPending} disabled={missing.length > 0} onClick={() => connect.start()}>
                Connect
              </Button>
            }
          >
            {invitation}
          </Notice>
        </Section>
      ) : (
        <>
          <Connection {...{ service, authorization, channel_term, consequence }} onReconnect={() => connect.start()} />
          {children}
        </>
      )}
    </IntegrationPage>
  )
}

interface ConnectionProps extends Pick<Props, 'service' | 'channel_term'> {
  consequence: string | undefined
  authorization: GoogleAuthorization
  onReconnect: () => void
}

function Connection({ service, authorization: { id }, channel_term, consequence, onReconnect }: ConnectionProps) {
  const cache = useQueryClient()
  const { data: services, error, refetch } = useQuery(connectedServicesQuery)
  const connection = services?.find((each) => each.id === id)
  if (!services && error)
    return <LoadFailure title={`Error retrieving the connection to ${service}`} error={error} retry={refetch} />
  if (!connection) return <SectionSkeletons heights={[160]} />
  return (
    <ConnectionCard
      service={service}
      connection={connection}
      channel_term={channel_term}
      {...(consequence && { consequence })}
      onReconnect={onReconnect}
      onDisconnect={() => api.delete('/google/authorizations/:id', { params: { id } })}
      onDisconnected={() => {
        void cache.invalidateQueries({ queryKey: ['google'] })
        void cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      }}
    />
  )
}
