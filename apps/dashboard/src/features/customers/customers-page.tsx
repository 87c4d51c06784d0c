import type { CustomerPage, ListedCustomer } from '@papercups/contract'
import { Button, Checkbox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { customersQuery, type CustomerListFilters } from '../../entities/customer/customers.js'
import { tagsQuery } from '../../entities/tag/tags.js'
import { LongSelect } from '../../ui/fields/long-select.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { CustomerTable } from './customer-table.js'
import styles from './customers.module.css'
import { NewCustomerDialog } from './new-customer-dialog.js'
import { StartConversationDialog } from './start-conversation-dialog.js'
import { useCustomerFilters, type FilterChanges } from './use-customer-filters.js'

const PAUSE = 200

interface Slots {
  /** Further actions on the list. The app layer passes them in, because features do not import each other. */
  renderActions: (filters: CustomerListFilters) => ReactNode
  renderSegments: (filters: CustomerListFilters, onChange: (changes: FilterChanges) => void) => ReactNode
}

export function CustomersPage({ renderActions, renderSegments }: Slots) {
  const { filters, narrow, isNarrowed, isSegment } = useCustomerFilters()
  const {
    data: page,
    error,
    refetch,
  } = useQuery({
    ...customersQuery(filters),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const creating = useDialog()
  return (
    <Page
      title="Customers"
      wide
      lead="People who have written to you, and people you have added."
      actions={
        <>
          {renderActions(filters)}
          <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
            New customer
          </Button>
        </>
      }
    >
      {renderSegments(filters, narrow)}
      <Filters {...filters} onChange={narrow} />
      {page ? (
        <Found
          page={page}
          isNarrowed={isNarrowed}
          isSegment={isSegment}
          onNew={creating.open}
          onPage={(number) => narrow({ page: number, after: filters.after })}
          onSearchOlder={(after) => narrow({ after })}
        />
      ) : error ? (
        <LoadFailure title="Error retrieving customers" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[480]} />
      )}
      {creating.mounted && <NewCustomerDialog opened={creating.opened} onClose={creating.close} />}
    </Page>
  )
}

type Narrowing = ReturnType<typeof useCustomerFilters>
type FiltersProps = Narrowing['filters'] & { onChange: Narrowing['narrow'] }

function Filters({ q, tag_ids, include_anonymous, onChange }: FiltersProps) {
  const [search, setSearch] = useState(q)
  const { data: tags = [] } = useQuery(tagsQuery)
  const searchSoon = useDebouncedCallback((q: string) => onChange({ q }), PAUSE)
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField
          label="Search customers"
          value={search}
          onChange={(value) => {
            setSearch(value)
            searchSoon(value.trim())
          }}
        />
      </div>
      <LongSelect
        aria-label="Filter by tag"
        placeholder="Filter by tag"
        className={styles.tag ?? ''}
        searchable
        clearable
        nothingFoundMessage="No such tag"
        data={tags.map(({ id, name }) => ({ value: id, label: name }))}
        value={tag_ids[0] ?? null}
        onChange={(id) => onChange({ tag_ids: id ? [id] : [] })}
      />
      <Checkbox
        label="Include anonymous"
        checked={include_anonymous}
        onChange={({ currentTarget }) => onChange({ include_anonymous: currentTarget.checked })}
      />
    </div>
  )
}

interface FoundProps {
  page: CustomerPage
  isNarrowed: boolean
  isSegment: boolean
  onNew: () => void
  onPage: (page: number) => void
  onSearchOlder: (after: string) => void
}

function Found({ page, isNarrowed, isSegment, onNew, onPage, onSearchOlder }: FoundProps) {
  const starting = useDialog()
  const [somebody, setSomebody] = useState<ListedCustomer | null>(null)
  const { data, page_number, total_pages, total_entries, total_is_least, next } = page
  const searchOlder = next && (
    <Button variant="default" onClick={() => onSearchOlder(next)}>
      Search older customers
    </Button>
  )

  if (data.length === 0 && isSegment) {
    return (
      <Notice title={next ? 'No matches so far' : 'No customers found'} actions={searchOlder}>
        {next ? 'Some customers have not been searched yet.' : 'No customer meets these conditions.'}
      </Notice>
    )
  }
  if (data.length === 0 && isNarrowed)
    return <Notice title="No customers found">Try fewer words or another tag.</Notice>
  if (data.length === 0) {
    return (
      <Notice
        title="No customers yet"
        icon={<IconUsersGroup size={32} stroke={1.5} />}
        actions={<Button onClick={onNew}>Add your first customer</Button>}
      >
        People who write to you in the chat appear here automatically.
      </Notice>
    )
  }
  return (
    <>
      <CustomerTable
        customers={data}
        onStart={(customer) => {
          setSomebody(customer)
          starting.open()
        }}
      />
      <Pager
        page={page_number}
        pages={total_pages}
        total={`${total_entries.toLocaleString('en-US')}${total_is_least ? '+' : ''} customer${total_entries === 1 ? '' : 's'}`}
        onChange={onPage}
      />
      {page_number === total_pages && searchOlder && <div className={styles.on}>{searchOlder}</div>}
      {starting.mounted && somebody && (
        <StartConversationDialog
          key={somebody.id}
          customer={somebody}
          opened={starting.opened}
          onClose={starting.close}
        />
      )}
    </>
  )
}
