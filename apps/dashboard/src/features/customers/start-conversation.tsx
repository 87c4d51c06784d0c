import type { Customer } from '@papercups/contract'
import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useDialog } from '../../ui/dialogs/use-dialog.js'
import { StartConversationDialog } from './start-conversation-dialog.js'
import { useMayStart } from './use-may-start.js'

interface Props {
  customer: Customer
  size?: ButtonProps['size']
  /** Only for a customer without any conversation. Otherwise for one without an open conversation. */
  isFirst?: boolean
}

export function StartConversation({ customer, size, isFirst = false }: Props) {
  const { mayStart, reason } = useMayStart(customer.id, isFirst)
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
