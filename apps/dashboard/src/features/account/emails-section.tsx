import type { AccountDetails, Language } from '@papercups/contract'
import { EditableSection } from '../../ui/section.js'
import { LongSelect } from '../../ui/fields/long-select.js'
import { useSection } from './use-section.js'

/** Each language under its own name, so that its speakers find it. */
const NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
}
const OPTIONS = (Object.keys(NAMES) as Language[]).map((value) => ({ value, label: NAMES[value] }))

const read = ({ language }: AccountDetails) => ({ language })

export function EmailsSection({ account }: { account: AccountDetails }) {
  const { values, change, section, send } = useSection(account, read)
  return (
    <EditableSection
      title="Emails"
      lead="Emails to your team: invitations, password links, mentions and alerts."
      {...section}
      onSave={() => send(values)}
    >
      <LongSelect
        label="Language of emails"
        readOnly={!section.editing}
        allowDeselect={false}
        data={OPTIONS}
        value={values.language}
        onChange={(language) => language && change({ language })}
      />
    </EditableSection>
  )
}
