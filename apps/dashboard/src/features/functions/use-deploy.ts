import type { Lambda } from '@papercups/contract'
import { ApiError } from '@papercups/client-core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { logError } from '../../lib/log-error.js'
import { shownAWhile } from '../../lib/shown-a-while.js'
import { functionQuery, versionsQuery } from './function-queries.js'
import type { Draft } from './use-draft.js'

/** Deploys the code in the editor. */
export function useDeploy({ id }: Lambda, draft: Draft) {
  const cache = useQueryClient()
  const [deploying, setDeploying] = useState(false)
  /** Why the code cannot run. */
  const [problem, setProblem] = useState<string>()

  /** Resolves with whether it worked. */
  async function deploy() {
    setDeploying(true)
    setProblem(undefined)
    try {
      const deployed = draft.store((code) => api.post('/lambdas/:id/deploy', { params: { id }, body: { code } }))
      await shownAWhile(deployed)
      void cache.invalidateQueries(versionsQuery(id))
      notifications.show({ message: 'Function successfully deployed.', autoClose: 2_000 })
      return true
    } catch (error) {
      logError('The function was not deployed', error)
      const syntax = error instanceof ApiError ? error.fields.code?.join(', ') : undefined
      setProblem(syntax)
      const status = error instanceof ApiError && error.status ? ` (${error.status})` : ''
      notifications.show({
        color: 'red',
        title: `The function was not deployed${status}`,
        message: syntax ?? describeError(error),
      })
      // The code is kept, also when it cannot run.
      await draft.save()
      void cache.invalidateQueries({ ...functionQuery(id), exact: true })
      return false
    } finally {
      setDeploying(false)
    }
  }
  return { deploying, problem, deploy }
}
