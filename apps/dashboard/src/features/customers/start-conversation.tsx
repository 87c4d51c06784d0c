import type { Customer } from '@papercups/contract'
import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { StartConversationDialog } from './start-conversation-dialog.js'
import { useMayStart } from './use-may-start.js'

export function StartConversation({ customer, size }: { customer: Customer; size?: ButtonProps['size'] }) {
  const { mayStart, reason } = useMayStart(customer.id)
  const starting = useDialog()
  return (
    <>
      <Tooltip label={reason} disabled={!reason}>
        <Button
          variant="default"
          {...(size && { size })}
          leftSection={<IconMessagePlus size={16} />}
          aria-disabled={!mayStart}
          data-disabled={!mayStart || undefined}
          onClick={() => mayStart && starting.open()}
        >
          Start new conversation
        </Button>
      </Tooltip>
      {starting.mounted && (
        <StartConversationDialog customer={customer} opened={starting.opened} onClose={starting.close} />
      )}
    </>
  )
}
