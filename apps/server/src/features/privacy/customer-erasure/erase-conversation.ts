import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { notFound } from '../../../platform/errors.js'
import { toConversationBasic } from '../../inbox/conversations/present.js'
import { filesOf, forgetFiles } from './files.js'
import { forgetActorsIn, forgetAnswers } from './forget.js'
import { forgetReports } from './guest-messages.js'

/** With its messages and their files. Unlike archiving, this cannot be undone. */
export function eraseConversation(account: Account, id: string, user_id: number) {
  return account.transaction(async (account) => {
    const locked = account.from('conversations').selectAll().where('id', '=', id).forUpdate()
    const conversation = toConversationBasic(await locked.executeTakeFirstOrThrow(() => notFound('Conversation')))
    const files = [...(await account.run(filesOf, null, [id])), ...(await account.run(forgetReports, [id], []))]
    await account.delete('conversations').where('id', '=', id).execute()
    await forgetFiles(account, files)
    await account.run(forgetActorsIn, [id])
    await account.run(forgetAnswers, [id])
    const logged = { conversation_id: id, customer_id: conversation.customer_id }
    await account.emit('conversation:deleted', { conversation }, logged, userActor(user_id))
  })
}
