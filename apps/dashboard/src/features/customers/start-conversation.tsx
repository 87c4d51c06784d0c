import type { Customer } from '@papercups/contract'
import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useDialog } from '../../ui/use-dialog.js'
import { StartConversationDialog } from './start-conversation-dialog.js'
import { ALREADY_OPEN, useHasOpenConversation } from './use-has-open-conversation.js'

export function StartConversation({ customer, size }: { customer: Customer; size?: ButtonProps['size'] }) {
  const hasOpen = useHasOpenConversation(customer.id)
  const starting = useDialog()
  return (
    <>
      <Tooltip label={ALREADY_OPEN} disabled={!hasOpen}>
        <Button
          variant="default"
          {...(size && { size })}
          leftSection={<IconMessagePlus size={16} />}
          aria-disabled={hasOpen}
          data-disabled={hasOpen || undefined}
          onClick={() => hasOpen || starting.open()}
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
