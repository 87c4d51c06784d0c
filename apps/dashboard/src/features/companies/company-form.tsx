import type { Company } from '@papercups/contract'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DescriptionField } from '../../ui/fields/description-field.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { Section } from '../../ui/section.js'
import styles from './companies.module.css'
import { useSaveCompany } from './company-query.js'
import { SlackChannelField, type SlackPlace } from './slack-channel-field.js'
import { websiteLink } from './website-link.js'

interface Props {
  /** Without it the form creates a company. */
  company?: Company
  renderButtons: (state: { saving: boolean; reset: () => void }) => ReactNode
  onSaved: (company: Company) => void
}

const placeOf = (company?: Company): SlackPlace => ({
  slack_channel_id: company?.slack_channel_id ?? null,
  slack_channel_name: company?.slack_channel_name ?? null,
  slack_team_id: company?.slack_team_id ?? null,
  slack_team_name: company?.slack_team_name ?? null,
})

const valuesOf = (company?: Company) => ({
  name: company?.name ?? '',
  description: company?.description ?? '',
  website_url: company?.website_url ?? '',
  ...placeOf(company),
})

/** The server checks that the name is present. */
export function CompanyForm({ company, renderButtons, onSaved }: Props) {
  const { mutateAsync } = useSaveCompany(company?.id)
  const { form, formProps, pending, failure, reset } = useServerForm({
    initialValues: valuesOf(company),
    validate: {
      website_url(text) {
        // A stored text must not keep the other fields from being saved.
        const isValid = !text.trim() || text === company?.website_url || websiteLink(text) !== null
        return isValid ? null : 'Please enter a web address, for example https://example.com.'
      },
    },
    async save({ name, description, website_url, ...place }) {
      // Otherwise somebody who changes the name would undo the channel that another user has just chosen.
      const isMoved = JSON.stringify(place) !== JSON.stringify(placeOf(company))
      onSaved(await mutateAsync({ name, description, website_url, ...(isMoved && place) }))
    },
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
        <SlackChannelField
          value={form.values}
          onChange={(place) => form.setValues(place)}
          withWorkspace={company !== undefined}
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
