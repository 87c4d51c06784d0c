import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { accountQuery, useMe } from '../../entities/user/me.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { Section } from '../../ui/section.js'
import { InviteSection } from './invite-section.js'
import styles from './team.module.css'
import { archivedQuery } from './use-user-action.js'
import { UserTable } from './user-table.js'

export function TeamPage() {
  const isAdmin = useMe().role === 'admin'
  const { data: account, error, refetch } = useQuery({ ...accountQuery, refetchOnMount: 'always' })

  if (!account) {
    return (
      <Page title="My Team">
        {error ? (
          <LoadFailure title="Error retrieving team" error={error} retry={refetch} />
        ) : (
          <SectionSkeletons heights={isAdmin ? [134, 240, 120] : [240]} />
        )}
      </Page>
    )
  }

  const users = account.users
    .filter((user) => !user.archived_at)
    .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id)
  const disabled = users.filter((user) => user.disabled_at)
  return (
    <Page title="My Team">
      {isAdmin && <InviteSection />}
      <Section title="Team">
        <UserTable label="Team" users={users.filter((user) => !user.disabled_at)} withActions={isAdmin} />
      </Section>
      {isAdmin && (
        <Section title="Disabled users" lead="They cannot sign in. Their messages stay.">
          {disabled.length > 0 ? (
            <UserTable label="Disabled users" users={disabled} withActions />
          ) : (
            <p className={styles.none}>No disabled users.</p>
          )}
        </Section>
      )}
      {isAdmin && <ArchivedSection />}
    </Page>
  )
}

/** Archived users are hidden until an admin asks for them. */
function ArchivedSection() {
  const { data: archived = [] } = useQuery(archivedQuery)
  const [shown, { open }] = useDisclosure()
  if (archived.length === 0) return null
  if (!shown) {
    return (
      <Button className={styles.archived ?? ''} variant="subtle" size="compact-sm" onClick={open}>
        Show archived users ({archived.length})
      </Button>
    )
  }
  return (
    <Section title="Archived users" lead="They left the team. You can invite their emails again.">
      <UserTable label="Archived users" users={archived} withActions />
    </Section>
  )
}
