import type { NewNote, Note, NoteChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { currentIdOf } from '../customers/merged-ids.js'
import { customerExists } from '../customers/queries.js'
import { toNote } from './present.js'

export function createNote(account: Account, { body, customer_id: named }: NewNote, author_id: number) {
  return account.transaction(async (account) => {
    const customer_id = await currentIdOf(account, named)
    if (!(await customerExists(account, customer_id))) throw invalid({ customer_id: ['does not exist'] })
    const row = account.insert('notes', { body: body.trim(), customer_id, author_id })
    const note = toNote(await row.returningAll().executeTakeFirstOrThrow())
    await emitNote(account, 'note:created', note, author_id)
    return note
  })
}

export function updateNote(account: Account, id: string, { body, content_type }: NoteChanges, user_id: number) {
  return account.transaction(async (account) => {
    const row = account
      .update('notes')
      .set({
        ...(body !== undefined && { body: body.trim() }),
        ...(content_type !== undefined && { content_type }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
    const note = toNote(await row.executeTakeFirstOrThrow(() => notFound('Note')))
    await emitNote(account, 'note:updated', note, user_id)
    return note
  })
}

export function deleteNote(account: Account, id: string, user_id: number) {
  return account.transaction(async (account) => {
    const row = account.delete('notes').where('id', '=', id).returningAll()
    const note = toNote(await row.executeTakeFirstOrThrow(() => notFound('Note')))
    await emitNote(account, 'note:deleted', note, user_id)
  })
}

type NoteEvent = 'note:created' | 'note:updated' | 'note:deleted'

function emitNote(account: Account, event: NoteEvent, { id, customer_id }: Note, user_id: number) {
  const payload = { note_id: id, customer_id }
  return account.emit(event, payload, payload, userActor(user_id))
}
