import type { User } from '@papercups/contract'
import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconDots,
  IconShield,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { userName } from '../../entities/person-name.js'
import { Confirm } from '../../ui/dialogs/confirm.js'
import { IconButton } from '../../ui/icon-button.js'
import { useUserAction } from './use-user-action.js'

/** The actions of an admin on another user. */
export function UserMenu({ user }: { user: User }) {
  const act = useUserAction(user)
  const [archiving, setArchiving] = useState(false)
  const name = userName(user)

  return (
    <>
      <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <IconButton label={`Actions for ${name}`} loading={act.isPending}>
            <IconDots size={18} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {user.archived_at ? (
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => act.mutate('restore')}>
              Restore user
            </Menu.Item>
          ) : user.disabled_at ? (
            <>
              <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => act.mutate('enable')}>
                Enable user
              </Menu.Item>
              <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => setArchiving(true)}>
                Archive user
              </Menu.Item>
            </>
          ) : (
            <>
              {user.role === 'admin' ? (
                <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => act.mutate('make-member')}>
                  Remove admin permissions
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<IconShield size={16} />} onClick={() => act.mutate('make-admin')}>
                  Grant admin permissions
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconUserOff size={16} />} onClick={() => act.mutate('disable')}>
                Disable user
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={archiving}
        title={`Archive ${name}?`}
        confirm="Archive"
        danger
        onClose={() => setArchiving(false)}
        onConfirm={() => {
          setArchiving(false)
          act.mutate('archive')
        }}
      >
        <p>
          They can no longer sign in, and their email can be invited again. Their messages stay. You can restore them
          later.
        </p>
      </Confirm>
    </>
  )
}
