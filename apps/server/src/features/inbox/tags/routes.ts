import { tagsEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { toTag } from './present.js'
import { getTag, listTags } from './queries.js'
import { createTag, deleteTag, updateTag } from './save-tag.js'
import { tagConversation, untagConversation } from './tag-conversation.js'
import { tagCustomer, untagCustomer } from './tag-customer.js'

const done = { data: { ok: true as const } }

export function routes(app: App) {
  addRoutes(app, tagsEndpoints, {
    async 'POST /api/conversations/:id/tags'({ account, user, params, body }) {
      await tagConversation(account, params.id, body.tag_id, user.id)
      return done
    },

    async 'DELETE /api/conversations/:id/tags/:tag_id'({ account, user, params }) {
      await untagConversation(account, params.id, params.tag_id, user.id)
      return done
    },

    async 'POST /api/customers/:id/tags'({ account, user, params, body }) {
      await tagCustomer(account, params.id, body.tag_id, user.id)
      return done
    },

    async 'DELETE /api/customers/:id/tags/:tag_id'({ account, user, params }) {
      await untagCustomer(account, params.id, params.tag_id, user.id)
      return done
    },

    async 'GET /api/tags'({ account }) {
      return { data: (await listTags(account)).map(toTag) }
    },

    async 'POST /api/tags'({ account, user, body }, reply) {
      const tag = toTag(await createTag(account, body.tag, user.id))
      return reply.code(201).header('location', `/api/tags/${tag.id}`).send({ data: tag })
    },

    async 'GET /api/tags/:id'({ account, params }) {
      return { data: toTag(await getTag(account, params.id)) }
    },

    async 'PUT /api/tags/:id'({ account, user, params, body }) {
      return { data: toTag(await updateTag(account, params.id, body.tag, user.id)) }
    },

    async 'DELETE /api/tags/:id'({ account, user, params }, reply) {
      await deleteTag(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
