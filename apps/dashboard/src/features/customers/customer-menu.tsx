import type { ListedCustomer } from '@papercups/contract'
import { Menu } from '@mantine/core'
import { IconDots, IconMessage, IconMessagePlus, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { conversationPath } from '../../entities/conversation/conversations.js'
import { customerName } from '../../entities/person-name.js'
import { IconButton } from '../../ui/icon-button.js'
import { useMayStart } from './use-may-start.js'

export function CustomerMenu({ customer, onStart }: { customer: ListedCustomer; onStart: () => void }) {
  const [latest] = customer.conversations
  return (
    <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <IconButton label={`Actions for ${customerName(customer)}`}>
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/customers/${customer.id}`} leftSection={<IconUser size={16} />}>
          View profile
        </Menu.Item>
        {latest && (
          <Menu.Item component={Link} to={conversationPath(latest)} leftSection={<IconMessage size={16} />}>
            View latest conversation
          </Menu.Item>
        )}
        <StartItem customerId={customer.id} onStart={onStart} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Rendered only in an open menu, so that the request is sent only then. */
function StartItem({ customerId, onStart }: { customerId: string; onStart: () => void }) {
  const { mayStart, reason } = useMayStart(customerId)
  return (
    <Menu.Item
      leftSection={<IconMessagePlus size={16} />}
      // Not natively disabled, because the reason could not be shown on hover then. No tooltip, because a menu may
      // contain only items.
      aria-disabled={!mayStart}
      data-disabled={!mayStart || undefined}
      title={reason}
      closeMenuOnClick={mayStart}
      onClick={() => mayStart && onStart()}
    >
      Start new conversation
    </Menu.Item>
  )
}
