import type { Company, SegmentCondition } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery, companyQuery } from '../../entities/company/companies.js'
import { tagsQuery } from '../../entities/tag/tags.js'
import { LongSelect } from '../../ui/fields/long-select.js'
import { SearchSelect } from '../../ui/fields/search-select.js'
import type { ValueKind } from './conditions.js'
import styles from './segments.module.css'

interface Props {
  kind: ValueKind | null
  condition: SegmentCondition
  onChange: (condition: SegmentCondition) => void
}

/** The input for the value that a condition compares with. */
export function ConditionValue({ kind, condition, onChange }: Props) {
  const { days, date = '', number, text = '' } = condition
  const given = { size: 'xs', className: styles.value ?? '' } as const
  switch (kind) {
    case 'tag_id':
      return <TagValue condition={condition} onChange={onChange} />
    case 'company_id':
      return <CompanyValue condition={condition} onChange={onChange} />
    case 'days':
      return (
        <TextInput
          aria-label="Days"
          placeholder="30"
          inputMode="numeric"
          maxLength={4}
          value={days ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(withDays(condition, value))}
          {...given}
        />
      )
    case 'date':
      return (
        <TextInput
          aria-label="Date"
          type="date"
          value={date}
          onChange={({ currentTarget: { value } }) => onChange({ ...condition, date: value })}
          {...given}
        />
      )
    case 'number':
      return (
        <TextInput
          aria-label="Number"
          type="number"
          step="any"
          value={number ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(withNumber(condition, value))}
          {...given}
        />
      )
    case 'text':
      return (
        <TextInput
          aria-label="Value"
          placeholder="Value"
          maxLength={200}
          value={text}
          onChange={({ currentTarget: { value } }) => onChange({ ...condition, text: value })}
          {...given}
        />
      )
    case null:
      return null
  }
}

const MAX_DAYS = 3_650

function withDays({ days: _, ...condition }: SegmentCondition, typed: string): SegmentCondition {
  const days = Math.min(MAX_DAYS, Number(typed.replaceAll(/\D/g, '')))
  return days > 0 ? { ...condition, days } : condition
}

function withNumber({ number: _, ...condition }: SegmentCondition, typed: string): SegmentCondition {
  const number = Number(typed)
  return typed.trim() !== '' && Number.isFinite(number) ? { ...condition, number } : condition
}

type ValueProps = Omit<Props, 'kind'>

function TagValue({ condition, onChange }: ValueProps) {
  const { data: tags } = useQuery(tagsQuery)
  const { tag_id } = condition
  const isGone = tags && tag_id && !tags.some(({ id }) => id === tag_id)
  return (
    <LongSelect
      aria-label="Tag"
      placeholder="Choose a tag"
      size="xs"
      className={styles.value ?? ''}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such tag"
      error={isGone ? 'This tag was deleted.' : undefined}
      data={(tags ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={tag_id ?? null}
      onChange={(id) => id && onChange({ ...condition, tag_id: id })}
    />
  )
}

function CompanyValue({ condition, onChange }: ValueProps) {
  const { company_id } = condition
  const { data: company } = useQuery({ ...companyQuery(company_id ?? ''), enabled: company_id !== undefined })
  function choose(chosen: Company | null) {
    const { company_id: _, ...rest } = condition
    onChange(chosen ? { ...rest, company_id: chosen.id } : rest)
  }
  return (
    <div className={styles.value}>
      <SearchSelect
        bare
        size="xs"
        label="Company"
        placeholder="Choose a company"
        emptyText="No company with this name"
        value={company_id ? (company ?? null) : null}
        onChange={choose}
        find={companiesQuery}
        nameOf={({ name }) => name}
      />
    </div>
  )
}
