import { ById, Data, Nothing, Uuid } from '../../scalars.js'
import { Type } from 'typebox'
import { NewTag, Tag, TagChanges } from '../../tags.js'
import { defineEndpoints } from '../../endpoint.js'

const Done = Data(Type.Object({ ok: Type.Literal(true) }))
const access = { allow: 'user', v1: { scope: 'everything' } } as const
const tag = { ...access, params: ById, body: Type.Object({ tag_id: Uuid }), response: { 200: Done } } as const
const untag = { ...access, params: Type.Object({ id: Uuid, tag_id: Uuid }), response: { 200: Done } } as const

export const tagsEndpoints = defineEndpoints({
  'POST /api/conversations/:id/tags': tag,
  'DELETE /api/conversations/:id/tags/:tag_id': untag,
  'POST /api/customers/:id/tags': tag,
  'DELETE /api/customers/:id/tags/:tag_id': untag,

  'GET /api/tags': {
    allow: 'user',
    v1: { scope: 'everything' },
    response: { 200: Data(Type.Array(Tag)) },
  },

  'POST /api/tags': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: Type.Object({ tag: NewTag }),
    response: { 201: Data(Tag) },
  },

  'GET /api/tags/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 200: Data(Tag) },
  },

  'PUT /api/tags/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ tag: TagChanges }),
    response: { 200: Data(Tag) },
  },

  'DELETE /api/tags/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 204: Nothing },
  },
})
