import type { Company } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { companiesQuery } from '../../entities/company/companies.js'
import { SearchSelect } from '../../ui/fields/search-select.js'

export interface CustomerDraft extends Record<string, unknown> {
  name: string
  email: string
  phone: string
  company: Company | null
}

export function CustomerFields({ form }: { form: UseFormReturnType<CustomerDraft> }) {
  const set = (field: 'name' | 'email' | 'phone') => ({ maxLength: 255, ...form.getInputProps(field) })
  return (
    <>
      <TextInput label="Name" data-autofocus {...set('name')} />
      <TextInput label="Email" type="email" {...set('email')} />
      <TextInput label="Phone" type="tel" placeholder="+14155552671" {...set('phone')} />
      <SearchSelect
        label="Company"
        placeholder="No company"
        emptyText="No company with this name"
        value={form.values.company}
        onChange={(company) => form.setFieldValue('company', company)}
        find={companiesQuery}
        nameOf={({ name }) => name}
      />
    </>
  )
}

/** The draft in the format of the API. */
export const toChanges = ({ name, email, phone, company }: CustomerDraft) => ({
  name,
  email,
  phone,
  company_id: company?.id ?? null,
})
