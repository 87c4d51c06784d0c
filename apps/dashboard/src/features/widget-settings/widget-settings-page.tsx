import type { Inbox, WidgetSettingsExpanded } from '@papercups/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { InstallSection } from './install-section.js'
import { PreviewSection } from './preview-section.js'
import { SaveState } from './save-state.js'
import { IdentitySection } from './security/identity-section.js'
import { SitesSection } from './security/sites-section.js'
import { SettingsFields } from './settings-fields.js'
import { useAutosave } from './use-autosave.js'
import { widgetOptions } from './widget-options.js'
import { widgetSettingsQuery } from './widget-settings-query.js'
import styles from './widget-settings.module.css'

const TITLE = 'Chat widget'
const SKELETONS = [134, 380, 360, 240]

/** Edits the widget of the inbox in the URL, or of the primary inbox. */
export function WidgetSettingsPage() {
  const { inbox_id } = useParams()
  const { data: inboxes, error, refetch, isFetching } = useQuery(inboxesQuery)
  const inbox = inboxes?.find(({ id, is_primary }) => (inbox_id ? id === inbox_id : is_primary))
  const back = inbox_id
    ? { to: `/inboxes/${inbox_id}`, label: inbox?.name ?? 'Inbox' }
    : { to: '/integrations', label: 'Integrations' }
  if (inbox) return <OfInbox key={inbox.id} inbox={inbox} back={back} />
  return (
    <Page title={TITLE} back={back}>
      {error ? (
        <LoadFailure title="Error retrieving inbox" error={error} retry={refetch} />
      ) : isFetching ? (
        <SectionSkeletons heights={SKELETONS} />
      ) : (
        <Notice role="alert" title="Error retrieving inbox">
          Inbox not found
        </Notice>
      )}
    </Page>
  )
}

interface Props {
  inbox: Inbox
  back: { to: string; label: string }
}

function OfInbox({ inbox, back }: Props) {
  const { data: settings, error, refetch } = useQuery({ ...widgetSettingsQuery(inbox), refetchOnMount: 'always' })
  if (settings) return <Editor {...{ inbox, back, settings }} />
  return (
    <Page title={TITLE} back={back}>
      {error ? (
        <LoadFailure title="Error retrieving widget settings" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={SKELETONS} />
      )}
    </Page>
  )
}

function Editor({ inbox, back, settings }: Props & { settings: WidgetSettingsExpanded }) {
  const { values, change, flush, state, error, retry } = useAutosave(inbox, settings)
  const options = widgetOptions(values)
  return (
    <div className={styles.beside}>
      <Page
        title={TITLE}
        lead={
          <>
            How the widget of <bdi>{inbox.name}</bdi> looks, and how to install it on your site.
          </>
        }
        back={back}
      >
        <SaveState state={state} error={error} onRetry={retry} />
        <PreviewSection inbox={inbox} options={options} />
        <div className={styles.fields} onBlur={flush}>
          <SettingsFields values={values} onChange={change} />
        </div>
        <InstallSection inbox={inbox} options={options} />
        <SitesSection inbox_id={inbox.id} />
        <IdentitySection />
      </Page>
    </div>
  )
}
