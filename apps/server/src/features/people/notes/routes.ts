import { notesEndpoints } from '@papercups/contract'
import { MAX_NOTES } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getNote, listNotes } from './queries.js'
import { createNote, deleteNote, updateNote } from './save-note.js'

export function routes(app: App) {
  addRoutes(app, notesEndpoints, {
    async 'GET /api/notes'({ account, query: { after_note_id, limit, ...filters } }) {
      return listNotes(account, filters, { after: after_note_id, limit: limit ?? MAX_NOTES })
    },

    async 'POST /api/notes'({ account, user, body }, reply) {
      const data = await createNote(account, body.note, user.id)
      return reply.code(201).header('location', `/api/notes/${data.id}`).send({ data })
    },

    async 'GET /api/notes/:id'({ account, params }) {
      return { data: await getNote(account, params.id) }
    },

    async 'PUT /api/notes/:id'({ account, user, params, body }) {
      return { data: await updateNote(account, params.id, body.note, user.id) }
    },

    async 'DELETE /api/notes/:id'({ account, user, params }, reply) {
      await deleteNote(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
