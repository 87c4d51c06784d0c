import type { Issue, ListedCustomer } from '@papercups/contract'
import { Button, CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PeopleList } from '../../entities/customer/people-list.js'
import { OBSTACLES } from '../../entities/customer/suppressed-emails.js'
import { customerName } from '../../entities/person-name.js'
import { formatAgo } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { Section } from '../../ui/section.js'
import { Tag } from '../../ui/tag.js'
import { EmailPeopleDialog } from './email-people-dialog.js'
import { issueEmailsQuery } from './issue-emails-query.js'
import { LinkCustomerDialog } from './link-customer-dialog.js'
import { useLinks } from './use-links.js'

/** The customers who wait for an issue. */
export function IssuePeople({ issue }: { issue: Issue }) {
  const issue_id = issue.id
  const linking = useDialog()
  const writing = useDialog()
  const { unlink } = useLinks()
  const { data: emails } = useQuery(issueEmailsQuery(issue_id))
  const people = emails?.people ?? []
  return (
    <Section
      title="People"
      lead="The customers to notify when it is done."
      actions={
        <>
          <Button
            variant="default"
            size="xs"
            loading={emails?.is_sending ?? false}
            disabled={people.every(({ obstacle }) => obstacle)}
            onClick={writing.open}
          >
            Email customers
          </Button>
          <Button variant="default" size="xs" onClick={linking.open}>
            Link new customer to issue
          </Button>
        </>
      }
    >
      <PeopleList
        filter={{ issue_id }}
        emptyText="No customers are linked to this issue yet."
        extraColumn={{
          title: 'Emailed',
          look: 'quiet',
          render: ({ id }: ListedCustomer) => <Emailed {...people.find((one) => one.customer_id === id)} />,
        }}
        renderActions={(customer) => (
          <CloseButton
            aria-label={`Unlink ${customerName(customer)}`}
            onClick={() => unlink.mutate({ issue_id, customer_id: customer.id })}
          />
        )}
      />
      {linking.mounted && <LinkCustomerDialog issue_id={issue_id} opened={linking.opened} onClose={linking.close} />}
      {writing.mounted && (
        <EmailPeopleDialog issue={issue} people={people} opened={writing.opened} onClose={writing.close} />
      )}
    </Section>
  )
}

function Emailed({ obstacle, emailed_at }: { obstacle?: keyof typeof OBSTACLES | null; emailed_at?: string | null }) {
  const now = useNow()
  if (obstacle) return <Tag look="plain">{OBSTACLES[obstacle]}</Tag>
  return emailed_at ? formatAgo(emailed_at, now) : '--'
}
