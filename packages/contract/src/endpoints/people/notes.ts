import { Type } from 'typebox'
import { NewNote, Note, NoteChanges, NoteFilters, NotePage } from '../../notes.js'
import { ById, Data, Nothing, Omittable } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

/** Old clients read one answer and expect all notes in it. */
export const MAX_NOTES = 500

export const notesEndpoints = defineEndpoints({
  'GET /api/notes': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object({
      ...NoteFilters.properties,
      /** The `next` of the previous page. Old clients send the id of its last note. */
      after_note_id: Omittable(Type.String({ maxLength: 200 })),
      limit: Omittable(Type.Integer({ minimum: 1, maximum: MAX_NOTES })),
    }),
    response: { 200: NotePage },
  },

  'POST /api/notes': {
    allow: 'user',
    v1: { scope: 'everything' },
    body: Type.Object({ note: NewNote }),
    response: { 201: Data(Note) },
  },

  'GET /api/notes/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 200: Data(Note) },
  },

  'PUT /api/notes/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ note: NoteChanges }),
    response: { 200: Data(Note) },
  },

  'DELETE /api/notes/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 204: Nothing },
  },
})
