import { useQuery } from '@tanstack/react-query'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { AppearanceSection } from './appearance-section.js'
import { GmailSection } from './gmail-section.js'
import { NotificationsSection } from './notifications-section.js'
import { profileQuery } from './profile-query.js'
import { ProfileSection } from './profile-section.js'
import { SignaturesSection } from './signatures-section.js'
import { SessionsSection } from './sessions-section.js'
import { TwoFactorSection } from './two-factor-section.js'
import { useGoogleCode } from './use-google-code.js'

export function ProfilePage() {
  useGoogleCode()
  const { data: profile, error, refetch } = useQuery(profileQuery)
  return (
    <Page title="My Profile">
      {profile ? (
        <>
          <ProfileSection profile={profile} />
          <NotificationsSection />
          <SignaturesSection />
          <GmailSection />
          <AppearanceSection />
          <TwoFactorSection />
          <SessionsSection />
        </>
      ) : error ? (
        <LoadFailure title="Error retrieving profile" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[370, 140, 220, 120, 110, 200]} />
      )}
    </Page>
  )
}
