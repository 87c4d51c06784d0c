import type { Company } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DescriptionField } from '../../ui/fields/description-field.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { Section } from '../../ui/section.js'
import styles from './companies.module.css'
import { useSaveCompany } from './company-query.js'

interface Props {
  /** Without it the form creates a company. */
  company?: Company
  renderButtons: (state: { saving: boolean; reset: () => void }) => ReactNode
  onSaved: (company: Company) => void
}

const textsOf = (company?: Company) => ({
  name: company?.name ?? '',
  description: company?.description ?? '',
  website_url: company?.website_url ?? '',
})

/** The server checks that the name is present. */
export function CompanyForm({ company, renderButtons, onSaved }: Props) {
  const { mutateAsync } = useSaveCompany(company?.id)
  const { form, formProps, pending, failure, reset } = useServerForm({
    initialValues: textsOf(company),
    save: async (texts) => onSaved(await mutateAsync(texts)),
  })
  return (
    <Section title="Details">
      <form {...formProps} className={styles.form}>
        <TextInput label="Company name" maxLength={255} autoFocus={!company} {...form.getInputProps('name')} />
        <DescriptionField {...form.getInputProps('description')} />
        <TextInput
          label="Website"
          type="url"
          placeholder="https://example.com"
          maxLength={2_000}
          {...form.getInputProps('website_url')}
        />
        {failure && (
          <p role="alert" className={styles.refusal}>
            {failure}
          </p>
        )}
        <div className={styles.buttons}>{renderButtons({ saving: pending, reset })}</div>
      </form>
    </Section>
  )
}
