import type { SlackAuthorization } from '@papercups/contract'
import { Anchor, Button } from '@mantine/core'
import { IconBrandSlack } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { Fact } from '../../../ui/facts.js'
import { Notice } from '../../../ui/notice.js'
import { LoadFailure, SectionSkeletons } from '../../../ui/page.js'
import { Section } from '../../../ui/section.js'
import { ConnectionCard } from '../connection-card.js'
import { IntegrationPage, MissingSettings } from '../integration-page.js'
import { useConnect } from '../use-connect.js'
import { useOAuthReturn } from '../use-oauth-return.js'
import { HowReplyWorks, HowSyncWorks } from './how-it-works.js'
import {
  slackAuthorizationsQuery,
  slackSetupQuery,
  type SlackKind,
} from '../../../entities/integration/slack-queries.js'
import { SyncSettings } from './sync-settings.js'

/** Reply from Slack, or Sync with Slack, for one inbox or for the primary one. */
export function SlackPage() {
  const { inbox_id, kind: given } = useParams()
  const kind: SlackKind = given === 'support' ? 'support' : 'reply'
  const finishing = useOAuthReturn('Slack', (given) => {
    const redirect_url = `${window.location.origin}/integrations/slack`
    const query = { ...given, type: kind, redirect_url, ...(inbox_id && { inbox_id }) }
    return api.get('/slack/oauth', { query })
  })
  const { data: setup } = useQuery(slackSetupQuery)
  const connect = useConnect('Slack', () =>
    api.post('/slack/oauth', { body: { type: kind, ...(inbox_id && { inbox_id }) } }),
  )
  const missing = setup?.missing ?? []
  return (
    <IntegrationPage
      title={kind === 'reply' ? 'Reply from Slack' : 'Sync with Slack'}
      inbox_id={inbox_id}
      paid="The Slack integration"
      how={kind === 'reply' ? <HowReplyWorks /> : <HowSyncWorks />}
    >
      {missing.length > 0 && <MissingSettings service="Slack" missing={missing} docs="/docs/slack" />}
      {finishing ? (
        <SectionSkeletons heights={[160]} />
      ) : (
        <Connections kind={kind} inbox_id={inbox_id} is_ready={missing.length === 0} connect={connect} />
      )}
    </IntegrationPage>
  )
}

interface ConnectionsProps {
  kind: SlackKind
  inbox_id: string | undefined
  is_ready: boolean
  connect: ReturnType<typeof useConnect>
}

function Connections({ kind, inbox_id, is_ready, connect }: ConnectionsProps) {
  const { data: authorizations, error, refetch } = useQuery(slackAuthorizationsQuery(kind, inbox_id))
  if (!authorizations) {
    if (!error) return <SectionSkeletons heights={[160]} />
    return <LoadFailure title="Error retrieving the connection to Slack" error={error} retry={refetch} />
  }
  const add = (
    <Button loading={connect.isPending} disabled={!is_ready} onClick={connect.start}>
      {authorizations.length > 0 ? 'Connect another workspace' : 'Connect'}
    </Button>
  )
  return (
    <>
      {authorizations.map((authorization) => (
        <Connection key={authorization.id} kind={kind} authorization={authorization} onReconnect={connect.start} />
      ))}
      {authorizations.length === 0 && (
        <Section title="Connection to Slack">
          <Notice title="Not connected" icon={<IconBrandSlack size={32} stroke={1.5} />} actions={add}>
            {kind === 'reply'
              ? 'Choose the channel in which your team reads conversations.'
              : 'Choose the channel that you share with customers.'}
          </Notice>
        </Section>
      )}
      {authorizations.length > 0 && kind === 'support' && <div>{add}</div>}
    </>
  )
}

interface ConnectionProps {
  kind: SlackKind
  authorization: SlackAuthorization
  onReconnect: () => void
}

function Connection({ kind, authorization, onReconnect }: ConnectionProps) {
  const cache = useQueryClient()
  const { data: services } = useQuery(connectedServicesQuery)
  const connection = services?.find(({ id }) => id === authorization.id)
  const { id, configuration_url } = authorization
  if (!connection) return <SectionSkeletons heights={[160]} />
  return (
    <ConnectionCard
      service="Slack"
      connection={connection}
      onReconnect={onReconnect}
      onDisconnect={() => api.delete('/slack/authorizations/:id', { params: { id } })}
      onDisconnected={() => {
        void cache.invalidateQueries({ queryKey: ['slack', 'authorizations'] })
        void cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      }}
      facts={
        configuration_url && (
          <Fact term="App in Slack">
            <Anchor href={configuration_url} target="_blank" rel="noreferrer">
              Configure in Slack
            </Anchor>
          </Fact>
        )
      }
    >
      {kind === 'support' && <SyncSettings authorization={authorization} />}
    </ConnectionCard>
  )
}
