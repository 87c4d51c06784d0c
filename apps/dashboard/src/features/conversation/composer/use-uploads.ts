import { notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'
import { uploadsAllowed } from '../../../lib/env.js'
import { useMe } from '../../../entities/user/me.js'
import type { Mode } from './drafts.js'
import { MAX_FILES, subscribeToUploads, uploads } from './uploads.js'

/** The running uploads of a draft, and a function that adds files. It is null if uploads are turned off. */
export function useUploads(key: string, mode: Mode, attached: number) {
  const { id, account_id } = useMe()
  const all = useSyncExternalStore(subscribeToUploads, uploads.list)
  const pending = all.filter(({ to }) => to.key === key && to.mode === mode)

  function add(files: File[]) {
    const room = Math.max(0, MAX_FILES - attached - pending.length)
    if (files.length > room) notifications.show({ color: 'red', message: `A message takes at most ${MAX_FILES} files` })
    void uploads.add(files.slice(0, room), { key, mode, owner: { account_id, user_id: String(id) } })
  }

  return { pending, add: uploadsAllowed(account_id) ? add : null }
}
