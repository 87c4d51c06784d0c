import type { User } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { accountQuery } from '../../entities/user/me.js'

const REFRESH_AFTER = 400

export const archivedQuery = queryOptions({
  queryKey: ['archived users'],
  queryFn: ({ signal }) => api.get('/users', { query: { active: false }, signal }),
})

export type UserAction = 'make-admin' | 'make-member' | 'disable' | 'enable' | 'archive' | 'restore'

interface Wording {
  success: string
  failure: string
  outcome: (email: string) => string
}

const wording: Record<UserAction, Wording> = {
  'make-admin': {
    success: 'Successfully changed role!',
    failure: 'Failed to update role!',
    outcome: (email) => `${email} is now an admin.`,
  },
  'make-member': {
    success: 'Successfully changed role!',
    failure: 'Failed to update role!',
    outcome: (email) => `${email} is now a team member.`,
  },
  disable: {
    success: 'Successfully disabled user!',
    failure: 'Failed to disable user!',
    outcome: (email) => `${email} can no longer sign in. You can enable them again below.`,
  },
  enable: {
    success: 'Successfully re-enabled user!',
    failure: 'Failed to enable user!',
    outcome: (email) => `${email} can sign in again.`,
  },
  archive: {
    success: 'Successfully archived user!',
    failure: 'Failed to archive user!',
    outcome: (email) => `${email} no longer belongs to your team.`,
  },
  restore: {
    success: 'Successfully restored user!',
    failure: 'Failed to restore user!',
    outcome: (email) => `${email} can sign in again.`,
  },
}

export function useUserAction(user: User) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (action: UserAction) => send(user.id, action),
    onSuccess: ({ email }, action) => {
      const { success, outcome } = wording[action]
      notifications.show({ color: 'green', title: success, message: outcome(email) })
    },
    onError: (error, action) =>
      notifications.show({ color: 'red', title: wording[action].failure, message: describeError(error) }),
    onSettled() {
      void cache.invalidateQueries(archivedQuery)
      setTimeout(() => void cache.invalidateQueries(accountQuery), REFRESH_AFTER)
    },
  })
}

function send(id: number, action: UserAction) {
  if (action === 'make-admin') return api.put('/users/:id/role', { params: { id }, body: { role: 'admin' } })
  if (action === 'make-member') return api.put('/users/:id/role', { params: { id }, body: { role: 'user' } })
  return api.post(`/users/:id/${action}` as const, { params: { id } })
}
