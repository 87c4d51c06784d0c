import type { AccountDetails } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { PictureField } from '../../ui/fields/picture-field.js'
import { EditableSection } from '../../ui/section.js'
import { useSection } from './use-section.js'

const read = ({ company_name, company_logo_url }: AccountDetails) => ({
  company_name: company_name ?? '',
  company_logo_url: company_logo_url ?? '',
})

export function CompanySection({ account }: { account: AccountDetails }) {
  const { values, change, section, send } = useSection(account, read)
  const [missing, setMissing] = useState(false)
  const readOnly = !section.editing

  function save() {
    const company_name = values.company_name.trim()
    setMissing(!company_name)
    if (company_name) send({ company_name, company_logo_url: values.company_logo_url.trim() || null })
  }
  function cancel() {
    setMissing(false)
    section.onCancel()
  }

  return (
    <EditableSection title="Company" lead="Shown to your customers." {...section} onCancel={cancel} onSave={save}>
      <TextInput
        label="Company name"
        autoComplete="organization"
        maxLength={255}
        readOnly={readOnly}
        value={values.company_name}
        error={missing && 'Company name is required'}
        onChange={({ currentTarget: { value } }) => change({ company_name: value })}
      />
      <PictureField
        label="Company logo URL"
        owner={`account:${account.id}`}
        name={values.company_name}
        maxLength={2000}
        readOnly={readOnly}
        {...(readOnly && { placeholder: 'No logo yet' })}
        value={values.company_logo_url}
        onChange={({ currentTarget: { value } }) => change({ company_logo_url: value })}
      />
    </EditableSection>
  )
}
