import { Data, NewNote, Note, NoteChanges, NoteFilters, NotePage, Nothing, Nullable, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getNote, listNotes } from './queries.js'
import { createNote, deleteNote, updateNote } from './save-note.js'

const ById = Type.Object({ id: Uuid })

/** Clients of old read one answer and expect all of it there. */
const MOST = 500

export function routes(app: App) {
  app.get('/api/notes', {
    config: { allow: 'user' },
    schema: {
      querystring: Type.Object({
        ...NoteFilters.properties,
        after_note_id: Type.Optional(Nullable(Uuid)),
        limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MOST }))),
      }),
      response: { 200: NotePage },
    },
    async handler({ account, query: { after_note_id, limit, ...filters } }) {
      return listNotes(account, filters, { after: after_note_id, limit: limit ?? MOST })
    },
  })

  app.post('/api/notes', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ note: NewNote }), response: { 201: Data(Note) } },
    async handler({ account, user, body }, reply) {
      const data = await createNote(account, body.note, user.id)
      return reply.code(201).header('location', `/api/notes/${data.id}`).send({ data })
    },
  })

  app.get('/api/notes/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Note) } },
    async handler({ account, params }) {
      return { data: await getNote(account, params.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/notes/:id',
    config: { allow: 'user' },
    schema: { params: ById, body: Type.Object({ note: NoteChanges }), response: { 200: Data(Note) } },
    async handler({ account, user, params, body }) {
      return { data: await updateNote(account, params.id, body.note, user.id) }
    },
  })

  app.delete('/api/notes/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await deleteNote(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
