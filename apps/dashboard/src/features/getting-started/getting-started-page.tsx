import { useQuery } from '@tanstack/react-query'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { Checklist } from './checklist.js'
import { onboardingQuery } from './onboarding.js'

export function GettingStartedPage() {
  const status = useQuery(onboardingQuery)
  const inboxes = useQuery(inboxesQuery)
  const failed = status.isError ? status : inboxes.isError ? inboxes : null

  return (
    <Page title="Get started" lead="A few steps until your customers can chat with you.">
      {status.data && inboxes.data ? (
        <Checklist status={status.data} inboxes={inboxes.data} />
      ) : failed ? (
        <LoadFailure title="Error retrieving your progress" error={failed.error} retry={failed.refetch} />
      ) : (
        <SectionSkeletons heights={[24, 420]} />
      )}
    </Page>
  )
}
