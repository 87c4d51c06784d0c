import type { Segment } from '@papercups/contract'
import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../../lib/copy-text.js'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.js'
import { IconButton } from '../../ui/icon-button.js'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { NameSegmentDialog } from './name-segment-dialog.js'
import { useDeleteSegment, useSaveSegment } from './use-segments.js'

/** The actions on the segment that the list shows. */
export function SegmentMenu({ segment, onDeleted }: { segment: Segment; onDeleted: () => void }) {
  const renaming = useDialog()
  const [asking, setAsking] = useState(false)
  const rename = useSaveSegment()
  const remove = useDeleteSegment(segment.id)
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <IconButton label={`Actions for the segment ${segment.name}`}>
            <IconDots size={18} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={renaming.open}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyText(linkTo(segment))}>
            Copy link
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {renaming.mounted && (
        <NameSegmentDialog
          title="Rename segment"
          name={segment.name}
          opened={renaming.opened}
          save={async (name) => {
            await rename.mutateAsync({ id: segment.id, name })
            renaming.close()
          }}
          onClose={renaming.close}
        />
      )}
      <ConfirmDelete
        thing="segment"
        opened={asking}
        onDelete={() => remove.mutateAsync()}
        onDeleted={() => {
          notifications.show({ message: 'The segment was deleted.' })
          onDeleted()
        }}
        onClose={() => setAsking(false)}
      >
        <p>It will be deleted for your whole team. Its customers are not deleted.</p>
      </ConfirmDelete>
    </>
  )
}

const linkTo = ({ id }: Segment) => new URL(`/customers?segment=${id}`, window.location.href).href
