import { PickDialog } from '../../ui/dialogs/pick-dialog.js'
import { issuesQuery } from './issues-query.js'
import { useLinks } from './use-links.js'

interface Props {
  customer_id: string
  opened: boolean
  onClose: () => void
}

export function LinkIssueDialog({ customer_id, opened, onClose }: Props) {
  const { link } = useLinks()
  return (
    <PickDialog
      title="Link issue"
      submit="Link"
      required
      label="Issue"
      placeholder="Search issues..."
      emptyText="No matches. Try fewer words."
      find={issuesQuery}
      nameOf={({ title }) => title}
      opened={opened}
      onPick={({ id }) => link.mutateAsync({ issue_id: id, customer_id })}
      onClose={onClose}
    />
  )
}
