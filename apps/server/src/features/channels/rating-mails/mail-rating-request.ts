import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { defineJob } from '../../../platform/feature.js'
import { MailRefused } from '../../../platform/mail/compose.js'
import { isOwnAddress } from '../../../platform/mail/own-address.js'
import type { Platform } from '../../../platform/platform.js'
import { toSettings } from '../../account/accounts/present.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { isEmail } from '../../mail/mails/address.js'
import { brandOf } from '../../mail/mails/brand.js'
import { ratingRequestEmail } from '../../mail/mails/emails.js'
import { countMail } from '../../mail/mails/limits.js'
import { uncount } from '../../mail/mails/unscoped.js'
import { getCustomer } from '../../people/customers/queries.js'
import { sendThroughInbox } from '../email/connected-mailbox/send-through-inbox.js'
import { ownAddresses } from '../email/recipients.js'
import { replyAddressOf } from '../email/reply-address.js'
import { isSuppressed } from '../email/suppressed-emails.js'
import { unsubscribeUrl } from '../email/unsubscribe/unsubscribe-url.js'
import { ratingUrl } from './rating-url.js'
import { findDueRatings } from './unscoped.js'

const SCORES = [1, 2, 3, 4, 5]

/** Runs every minute. */
export async function mailDueRatings(platform: Platform) {
  for (const { account_id, id } of await findDueRatings(platform)) {
    await platform.account(account_id).transaction(async (account) => {
      const due = account.update('ratings').set({ mail_at: null }).where('id', '=', id)
      const { numUpdatedRows } = await due.where('mail_at', '<=', new Date()).executeTakeFirst()
      if (numUpdatedRows > 0n) await account.enqueue(mailRatingRequest, { rating_id: id })
    })
  }
}

export const mailRatingRequest = defineJob({
  name: 'rating-mails.mail-request',
  input: Type.Object({ rating_id: Uuid }),
  async run(account, { rating_id }, platform) {
    const asked = await findUnrated(account, rating_id)
    if (!asked) return
    const { id: conversation_id } = asked
    const to = await findRecipient(account, platform, asked)
    if (to) return send(account, platform, { rating_id, conversation_id, to })
    // A chat is rated in the widget. Nobody was asked about a conversation by mail, so it does not count as asked.
    const unasked = account.delete('ratings').where('id', '=', rating_id).where('score', 'is', null)
    if (asked.source === 'email') await unasked.execute()
  },
})

/** The conversation, if it is still closed and the customer has not rated it in the widget meanwhile. */
function findUnrated(account: Account, rating_id: string) {
  return account
    .from('ratings')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.account_id', '=', 'ratings.account_id')
        .onRef('conversations.id', '=', 'ratings.conversation_id')
        .onRef('conversations.closed_at', '=', 'ratings.asked_at'),
    )
    .select(['conversations.id', 'conversations.customer_id', 'conversations.source'])
    .where('ratings.id', '=', rating_id)
    .where('ratings.score', 'is', null)
    .where('conversations.status', '=', 'closed')
    .where('conversations.archived_at', 'is', null)
    .executeTakeFirst()
}

interface Asked {
  id: string
  customer_id: string
}

/** Undefined where nobody may be mailed. */
async function findRecipient(account: Account, platform: Platform, { id, customer_id }: Asked) {
  if (!platform.config.reply_mails_enabled) return undefined
  const company = await findAccount(platform, account.id)
  if (!company || toSettings(company.settings)?.disable_automated_reply_emails) return undefined
  const { email } = await getCustomer(account, customer_id)
  if (!email || !isEmail(email) || isOwnAddress(platform.config, email)) return undefined
  if ((await ownAddresses(account)).has(canonicalEmail(email)) || (await isProgram(account, id))) return undefined
  return (await isSuppressed(account, platform, email)) ? undefined : email
}

/** Whether a program wrote the last mail of the conversation. */
async function isProgram(account: Account, conversation_id: string) {
  const mails = account.from('incoming_mails').select('kind').where('conversation_id', '=', conversation_id)
  const last = await mails.orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return last !== undefined && last.kind !== 'person'
}

interface Request {
  rating_id: string
  conversation_id: string
  to: string
}

async function send(account: Account, platform: Platform, { rating_id, conversation_id, to }: Request) {
  const counted = await countMail(platform, 'rating-request', to, account.id)
  if (counted === undefined) return
  const unsubscribe_url = unsubscribeUrl(platform, account.id, to)
  const urls = SCORES.map((score) => ratingUrl(platform, account.id, rating_id, score))
  const content = ratingRequestEmail(await brandOf(platform, account), urls, unsubscribe_url)
  const address = replyAddressOf(platform, conversation_id)
  const answers = address && { reply_to: address, envelope_from: address }
  try {
    await sendThroughInbox(account, platform, conversation_id, {
      ...{ ...content, ...answers, account_id: account.id, to, unsubscribe_url },
    })
  } catch (error) {
    await uncount(platform, counted)
    if (!(error instanceof MailRefused)) throw error
    platform.log.warn({ err: error }, 'a mail cannot be sent')
  }
}
