import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../entities/user/me.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { AccountToken } from './account-token.js'
import { CompanySection } from './company-section.js'
import { FailedWorkSection } from './failed-work-section.js'
import { EmailsSection } from './emails-section.js'
import { RemindersSection } from './reminders-section.js'
import { WorkingHoursSection } from './working-hours-section.js'

export function AccountPage() {
  const { data: account, error, refetch } = useQuery({ ...accountQuery, refetchOnMount: 'always' })
  return (
    <Page title="Account Overview">
      {account ? (
        <>
          <AccountToken token={account.id} />
          <CompanySection account={account} />
          <WorkingHoursSection account={account} />
          <RemindersSection account={account} />
          <EmailsSection account={account} />
          <FailedWorkSection />
        </>
      ) : error ? (
        <LoadFailure title="Error retrieving account" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[134, 226, 206, 226, 150, 122]} />
      )}
    </Page>
  )
}
