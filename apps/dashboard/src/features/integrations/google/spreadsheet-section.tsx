import type { GoogleSheets } from '@papercups/contract'
import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { useServerForm } from '../../../ui/forms/use-server-form.js'
import { Section } from '../../../ui/section.js'
import { sheetsQuery } from './google-queries.js'
import styles from './sheets.module.css'

/** Which spreadsheet gets the rows. */
export function SpreadsheetSection({ spreadsheet }: Pick<GoogleSheets, 'spreadsheet'>) {
  const [changing, setChanging] = useState(false)
  const is_open = changing || !spreadsheet
  return (
    <Section
      title="Spreadsheet"
      actions={
        spreadsheet && (
          <Button variant="default" size="xs" onClick={() => setChanging(!changing)}>
            {changing ? 'Cancel' : 'Change'}
          </Button>
        )
      }
    >
      {spreadsheet && (
        <p className={styles.text}>
          Rows go to{' '}
          <Anchor inherit underline="always" href={spreadsheet.url} target="_blank" rel="noreferrer">
            {spreadsheet.title}
          </Anchor>
          .
        </p>
      )}
      {is_open && <ChooseForm onChosen={() => setChanging(false)} />}
    </Section>
  )
}

function ChooseForm({ onChosen }: { onChosen: () => void }) {
  const cache = useQueryClient()
  const choose = async (url?: string) => {
    const saved = await api.put('/google/sheets/spreadsheet', { body: url ? { url } : {} })
    cache.setQueryData(sheetsQuery.queryKey, saved)
    void cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
    onChosen()
  }
  const existing = useServerForm({
    initialValues: { url: '' },
    validate: { url: (url) => (url.trim() ? null : 'Paste the address of a spreadsheet.') },
    save: ({ url }) => choose(url.trim()),
    onlyField: 'url',
  })
  const created = useServerForm({ initialValues: {}, save: () => choose() })
  return (
    <>
      <form {...existing.formProps} className={styles.choose}>
        <TextInput
          label="Address of a spreadsheet"
          description="Open the spreadsheet in Google Sheets and copy its address."
          placeholder="https://docs.google.com/spreadsheets/d/…"
          autoComplete="off"
          className={styles.url}
          {...existing.form.getInputProps('url')}
        />
        <Button type="submit" variant="default" loading={existing.pending} disabled={created.pending}>
          Use this spreadsheet
        </Button>
      </form>
      <form {...created.formProps}>
        <Button type="submit" variant="default" loading={created.pending} disabled={existing.pending}>
          Create a new spreadsheet
        </Button>
      </form>
      {created.failure && (
        <Alert role="alert" color="red" variant="light">
          {created.failure}
        </Alert>
      )}
    </>
  )
}
