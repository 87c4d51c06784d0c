import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { AccountServiceList } from '../../entities/integration/channel-list.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { Tag } from '../../ui/tag.js'
import { ChannelsSection } from './channels-section.js'

const COMING = ['Salesforce', 'Jira', 'Zendesk']

/** The channels of the primary inbox. Other inboxes show theirs on their own pages. */
export function IntegrationsPage() {
  const { data: inboxes, error, refetch } = useQuery(inboxesQuery)
  const primary = inboxes?.find(({ is_primary }) => is_primary)
  return (
    <Page
      title="Integrations"
      lead={
        <>
          The channels of your primary inbox. Other inboxes have channels of their own: see{' '}
          <Link to="/inboxes">Inboxes</Link>.
        </>
      }
    >
      {primary ? (
        <>
          <ChannelsSection inbox={primary} />
          <Section title="Other integrations" lead="For the whole account.">
            <AccountServiceList label="Other integrations">
              {COMING.map((name) => (
                <li key={name}>
                  {name} <Tag look="plain">Coming soon</Tag>
                </li>
              ))}
            </AccountServiceList>
          </Section>
        </>
      ) : error ? (
        <LoadFailure title="Error retrieving inboxes" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[180]} />
      )}
    </Page>
  )
}
