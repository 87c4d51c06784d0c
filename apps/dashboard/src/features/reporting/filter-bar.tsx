import { useQuery } from '@tanstack/react-query'
import { companiesQuery, companyQuery } from '../../entities/company/companies.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { userName } from '../../entities/person-name.js'
import { tagsQuery } from '../../entities/tag/tags.js'
import { useColleagues } from '../../entities/user/me.js'
import { LongSelect } from '../../ui/fields/long-select.js'
import { SearchSelect } from '../../ui/fields/search-select.js'
import type { Filters } from './report-filters.js'
import styles from './reporting.module.css'

const SOURCES = [
  { value: 'chat', label: 'Chat' },
  { value: 'email', label: 'Email' },
  { value: 'slack', label: 'Slack' },
  { value: 'mattermost', label: 'Mattermost' },
  { value: 'discord', label: 'Discord' },
  { value: 'sms', label: 'SMS' },
  { value: 'api', label: 'API' },
  { value: 'sandbox', label: 'Sandbox' },
]

interface Props {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Limits the report to some conversations. */
export function FilterBar({ filters, onChange }: Props) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const { company_id } = filters
  const { data: company } = useQuery({ ...companyQuery(company_id ?? ''), enabled: company_id !== undefined })
  const users = useColleagues()
  const named = (rows: Array<{ id: string; name: string }>) => rows.map(({ id, name }) => ({ value: id, label: name }))
  const choices: Array<[keyof Filters, string, Array<{ value: string; label: string }>]> = [
    ['inbox_id', 'Inbox', named(inboxes)],
    ['source', 'Channel', SOURCES],
    ['assignee_id', 'Agent', users.map((user) => ({ value: String(user.id), label: userName(user) }))],
    ['tag_id', 'Tag', named(tags)],
  ]
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      {choices.map(([name, label, data]) => (
        <LongSelect
          key={name}
          {...{ label, data, size: 'xs', placeholder: 'All', searchable: true, clearable: true }}
          value={filters[name] ?? null}
          onChange={(value) => onChange({ ...filters, [name]: value ?? undefined })}
        />
      ))}
      <SearchSelect
        size="xs"
        label="Company"
        placeholder="All"
        emptyText="No company with this name"
        value={company_id ? (company ?? null) : null}
        onChange={(chosen) => onChange({ ...filters, company_id: chosen?.id })}
        find={companiesQuery}
        nameOf={({ name }) => name}
      />
    </div>
  )
}
