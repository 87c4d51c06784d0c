import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { ChannelsSection } from './channels-section.js'

/** The channels of the primary inbox. Other inboxes show theirs on their own pages. */
export function IntegrationsPage() {
  const { data: inboxes, error, refetch } = useQuery(inboxesQuery)
  const primary = inboxes?.find(({ is_primary }) => is_primary)
  return (
    <Page
      title="Integrations"
      lead={
        <>
          How customers reach your primary inbox. Other inboxes have channels of their own: see{' '}
          <Link to="/inboxes">Inboxes</Link>.
        </>
      }
    >
      {primary ? (
        <ChannelsSection inbox={primary} />
      ) : error ? (
        <LoadFailure title="Error retrieving inboxes" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[180]} />
      )}
    </Page>
  )
}
