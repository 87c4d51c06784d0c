import type { Company } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { companiesQuery } from '../../entities/company/companies.js'
import { Excerpt } from '../../ui/excerpt.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { Website } from './website.js'

const PAUSE = 400
/** The server returns at most this many. */
const MAX = 1_000

export function CompaniesPage() {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), PAUSE)
  const query = { ...companiesQuery(q), refetchOnMount: 'always' as const, placeholderData: keepPreviousData }
  const { data: companies, error, refetch } = useQuery(query)
  return (
    <Page
      title="Companies (beta)"
      lead="Where your customers work."
      actions={
        <Button component={Link} to="/companies/new" leftSection={<IconPlus size={16} />}>
          New company
        </Button>
      }
    >
      <SearchField label="Search companies" value={search} onChange={setSearch} />
      {companies ? (
        <Found companies={companies} searched={q !== ''} />
      ) : error ? (
        <LoadFailure title="Error retrieving companies" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
    </Page>
  )
}

const columns: Array<Column<Company>> = [
  { title: 'Name', look: 'name', render: ({ name }) => <Excerpt text={name} /> },
  {
    title: 'Description',
    look: 'quiet',
    roomy: true,
    render: ({ description }) => <Excerpt text={description || '--'} />,
  },
  {
    title: 'Website',
    look: 'quiet',
    render: ({ website_url }) =>
      website_url ? (
        <Excerpt text={website_url}>
          <Website url={website_url} />
        </Excerpt>
      ) : (
        '--'
      ),
  },
  {
    title: 'View',
    look: 'actions',
    render: ({ id, name }) => (
      <Link to={`/companies/${id}`} aria-label={`View ${name}`}>
        View
      </Link>
    ),
  },
]

function Found({ companies, searched }: { companies: Company[]; searched: boolean }) {
  if (companies.length === 0 && searched) return <Notice title="No matches">Try another name.</Notice>
  if (companies.length === 0) {
    return (
      <Notice
        title="No companies yet"
        icon={<IconBuildingCommunity size={32} stroke={1.5} />}
        actions={
          <Button component={Link} to="/companies/new">
            Create your first company
          </Button>
        }
      >
        Group the customers who work at the same company.
      </Notice>
    )
  }
  return (
    <>
      <RowTable label="Companies" columns={columns} rows={companies} />
      {companies.length === MAX && <p>Showing the first {MAX}. Search to find others.</p>}
    </>
  )
}
