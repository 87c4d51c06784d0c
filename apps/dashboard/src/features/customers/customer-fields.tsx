import type { Company } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { companiesQuery } from '../../entities/company/companies.js'
import { SearchSelect } from '../../ui/fields/search-select.js'

export interface CustomerDraft {
  name: string
  email: string
  phone: string
  company: Company | null
}

interface Props {
  draft: CustomerDraft
  onChange: (draft: CustomerDraft) => void
  /** Shown at the first field. */
  error?: ReactNode
}

export function CustomerFields({ draft, onChange, error }: Props) {
  const set = (key: 'name' | 'email' | 'phone') => ({
    value: draft[key],
    maxLength: 255,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [key]: currentTarget.value }),
  })
  return (
    <>
      <TextInput label="Name" data-autofocus error={error} {...set('name')} />
      <TextInput label="Email" type="email" {...set('email')} />
      <TextInput label="Phone" type="tel" placeholder="+14155552671" {...set('phone')} />
      <SearchSelect
        label="Company"
        placeholder="No company"
        emptyText="No company with this name"
        value={draft.company}
        onChange={(company) => onChange({ ...draft, company })}
        find={companiesQuery}
        nameOf={({ name }) => name}
      />
    </>
  )
}

/** The draft in the format of the API. */
export const toChanges = ({ company, ...texts }: CustomerDraft) => ({ ...texts, company_id: company?.id ?? null })
