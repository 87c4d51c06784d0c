import { Data, NewTag, Tag, TagChanges, Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { toTag } from './present.js'
import { getTag, listTags } from './queries.js'
import { createTag, deleteTag, updateTag } from './save-tag.js'
import { tagConversation, untagConversation } from './tag-conversation.js'
import { tagCustomer, untagCustomer } from './tag-customer.js'

const Done = Data(Type.Object({ ok: Type.Literal(true) }))
const done = { data: { ok: true as const } }

const TAGGED = [
  { path: '/api/conversations', tag: tagConversation, untag: untagConversation },
  { path: '/api/customers', tag: tagCustomer, untag: untagCustomer },
]

export function routes(app: App) {
  for (const { path, tag, untag } of TAGGED) {
    app.post(`${path}/:id/tags`, {
      config: { allow: 'user' },
      schema: {
        params: Type.Object({ id: Uuid }),
        body: Type.Object({ tag_id: Uuid }),
        response: { 200: Done },
      },
      async handler({ account, user, params, body }) {
        await tag(account, params.id, body.tag_id, user.id)
        return done
      },
    })

    app.delete(`${path}/:id/tags/:tag_id`, {
      config: { allow: 'user' },
      schema: { params: Type.Object({ id: Uuid, tag_id: Uuid }), response: { 200: Done } },
      async handler({ account, user, params }) {
        await untag(account, params.id, params.tag_id, user.id)
        return done
      },
    })
  }

  app.get('/api/tags', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Type.Array(Tag)) } },
    async handler({ account }) {
      return { data: (await listTags(account)).map(toTag) }
    },
  })

  app.post('/api/tags', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ tag: NewTag }), response: { 201: Data(Tag) } },
    async handler({ account, user, body }, reply) {
      const tag = toTag(await createTag(account, body.tag, user.id))
      return reply.code(201).header('location', `/api/tags/${tag.id}`).send({ data: tag })
    },
  })

  app.get('/api/tags/:id', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid }), response: { 200: Data(Tag) } },
    async handler({ account, params }) {
      return { data: toTag(await getTag(account, params.id)) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/tags/:id',
    config: { allow: 'user' },
    schema: {
      params: Type.Object({ id: Uuid }),
      body: Type.Object({ tag: TagChanges }),
      response: { 200: Data(Tag) },
    },
    async handler({ account, user, params, body }) {
      return { data: toTag(await updateTag(account, params.id, body.tag, user.id)) }
    },
  })

  app.delete('/api/tags/:id', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid }), response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await deleteTag(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
