import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inboxesQuery } from './inboxes.js'

interface Props {
  /** Empty: the primary inbox. */
  value: string
  onChange: (inbox_id: string) => void
  /** The ids to choose from. Without them every inbox. */
  offered?: readonly string[] | undefined
}

/** Nothing where there is only one inbox. */
export function InboxSelect({ value, onChange, offered }: Props) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  if (inboxes.length < 2) return null
  const primary = inboxes.find(({ is_primary }) => is_primary)?.id ?? null
  return (
    <Select
      label="Inbox"
      data={inboxes
        .filter(({ id }) => !offered || offered.includes(id))
        .map(({ id, name }) => ({ value: id, label: name }))}
      value={value || primary}
      onChange={(id) => onChange(id ?? '')}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
    />
  )
}

/** Whether the inboxes have loaded. Dialogs wait for it, so that the field does not appear later and move the others. */
export function useInboxSelectReady() {
  const { isLoading, failureCount } = useQuery(inboxesQuery)
  return !isLoading || failureCount > 0
}
