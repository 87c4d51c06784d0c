import { api } from '../../lib/api.js'
import type { Company } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DeleteButton } from '../../ui/delete-button.js'
import { Fact, Facts } from '../../ui/facts.js'
import { Page } from '../../ui/page.js'
import { PeopleList, peopleQuery } from '../../entities/customer/people-list.js'
import { Section } from '../../ui/section.js'
import { useLeave } from '../../ui/dialogs/use-leave.js'
import styles from './companies.module.css'
import { Website } from './website.js'
import { back, WithCompany } from './with-company.js'

export function CompanyDetailsPage() {
  const { leaving, leave } = useLeave('/companies')
  return (
    <WithCompany leaving={leaving}>{(company) => <CompanyDetails company={company} onDeleted={leave} />}</WithCompany>
  )
}

function CompanyDetails({ company, onDeleted }: { company: Company; onDeleted: () => void }) {
  const filter = { company_id: company.id }
  const isEmpty = useInfiniteQuery(peopleQuery(filter)).data?.pages[0]?.data.length === 0
  const { description, website_url, external_id, slack_channel_name, slack_channel_id, metadata } = company
  return (
    <Page
      title={company.name}
      back={back}
      actions={
        <>
          {isEmpty && (
            <DeleteButton
              thing="company"
              label="Delete company"
              onDelete={() => api.delete('/companies/:id', { params: { id: company.id } })}
              onDeleted={onDeleted}
            >
              <p>It will be deleted for your whole team.</p>
            </DeleteButton>
          )}
          <Button component={Link} to={`/companies/${company.id}/edit`}>
            Edit
          </Button>
        </>
      }
    >
      <Section title="Details">
        <Facts>
          <Fact term="Description">{description || 'N/A'}</Fact>
          <Fact term="Website">{website_url ? <Website url={website_url} /> : 'N/A'}</Fact>
          <Fact term="External ID">{external_id || 'N/A'}</Fact>
          <Fact term="Connected Slack channel">{slack_channel_name || slack_channel_id || 'N/A'}</Fact>
          <Fact term="Metadata">
            {metadata && Object.keys(metadata).length > 0 ? (
              <pre className={styles.metadata}>{JSON.stringify(metadata, null, 2)}</pre>
            ) : (
              'N/A'
            )}
          </Fact>
        </Facts>
      </Section>
      <Section title="People">
        <PeopleList filter={filter} emptyText="No customers belong to this company yet." />
      </Section>
    </Page>
  )
}
