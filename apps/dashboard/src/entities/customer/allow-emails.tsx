import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { useMe } from '../user/me.js'

/** For admins: an email that bounced or complained gets automatic mail again. */
export function AllowEmails({ email }: { email: string }) {
  const cache = useQueryClient()
  const lift = useMutation({
    mutationFn: () => api.post('/suppressed_emails/lift', { body: { email } }),
    onSettled: () => cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('suppressed-emails') }),
  })
  if (useMe().role !== 'admin') return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={lift.isPending}
        aria-label={`Allow again: automatic emails to ${email}`}
        onClick={() => lift.mutate()}
      >
        Allow again
      </Button>
      {lift.error && <span role="alert"> {describeError(lift.error)}</span>}
    </>
  )
}
