import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.js'
import type { AccountService } from './account-service.js'
import {
  disconnect,
  findAccountConnection,
  finishConnecting,
  missingSettings,
  startConnecting,
  toAccountAuthorization,
} from './connect.js'

type Signed = Pick<FastifyRequest, 'account' | 'user'>

/** The handlers that every service of an account has. Its routes say under which paths. */
export const connectionHandlers = (service: AccountService, platform: Platform) => ({
  setup: async () => ({ data: { missing: missingSettings(service, platform) } }),

  start: async ({ account, user }: Signed) => ({
    data: { url: await startConnecting(service, platform, account, user.id) },
  }),

  finish: async ({ account, user, query }: Signed & { query: { code: string; state: string } }) => {
    const { id } = await finishConnecting(service, platform, account, user.id, query)
    return { data: { ok: true, id } }
  },

  authorization: async ({ account }: Signed) => {
    const row = await findAccountConnection(service, account)
    return { data: row ? toAccountAuthorization(row) : null }
  },

  disconnect: async ({ account, params }: Signed & { params: { id: string } }, reply: FastifyReply) => {
    await disconnect(service, account, params.id)
    return reply.code(204).send()
  },
})
