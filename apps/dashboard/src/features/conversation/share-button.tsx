import type { ShareToken } from '@papercups/contract'
import { IconShare2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import { api } from '../../lib/api.js'
import { copyText } from '../../lib/copy-text.js'
import { IconButton } from '../../ui/icon-button.js'

const ShareLink = lazyPart(async () => (await import('./share-link.js')).ShareLink)

/** Copies a link with which anybody can read the conversation for a day. */
export function ShareButton({ conversationId }: { conversationId: string }) {
  const [link, setLink] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { token } = await api.post<ShareToken>(`/conversations/${conversationId}/share`)
      const query = new URLSearchParams({ cid: conversationId, token })
      return `${window.location.origin}/share?${query}`
    },
    onSuccess: async (made) => {
      if (!(await copyText(made))) setLink(made)
    },
  })

  return (
    <>
      <IconButton label="Copy a link that works for a day" loading={isPending} onClick={() => mutate()}>
        <IconShare2 size={18} stroke={1.75} />
      </IconButton>
      {link && (
        <Suspense>
          <ShareLink link={link} onClose={() => setLink(null)} />
        </Suspense>
      )}
    </>
  )
}
