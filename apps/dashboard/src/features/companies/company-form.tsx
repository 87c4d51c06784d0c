import type { Company } from '@papercups/contract'
import { Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { describeError, isShownAtFields } from '../../lib/api-error.js'
import { errorAt } from '../../ui/fields/error-at.js'
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
  const [texts, setTexts] = useState(() => textsOf(company))
  const save = useSaveCompany(company?.id)
  const set = (key: keyof typeof texts) => ({
    value: texts[key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTexts({ ...texts, [key]: currentTarget.value }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate(texts, { onSuccess: onSaved })
  }
  function reset() {
    setTexts(textsOf(company))
    save.reset()
  }
  return (
    <Section title="Details">
      <form onSubmit={submit} noValidate className={styles.form}>
        <TextInput
          label="Company name"
          maxLength={255}
          autoFocus={!company}
          {...set('name')}
          {...errorAt(save.error, 'name')}
        />
        <Textarea label="Description" autosize minRows={2} maxRows={6} maxLength={2_000} {...set('description')} />
        <TextInput
          label="Website"
          type="url"
          placeholder="https://example.com"
          maxLength={2_000}
          {...set('website_url')}
        />
        {save.error && !isShownAtFields(save.error, ['name']) && (
          <p role="alert" className={styles.refusal}>
            {describeError(save.error)}
          </p>
        )}
        <div className={styles.buttons}>{renderButtons({ saving: save.isPending, reset })}</div>
      </form>
    </Section>
  )
}
