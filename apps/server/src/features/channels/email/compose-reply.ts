import type { File, Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { html } from '../../../platform/http/html.js'
import { findConversation } from '../../inbox/conversations/queries.js'
import { getMessage } from '../../inbox/messages/queries.js'
import { brandOf } from '../../mail/mails/brand.js'
import { drawMarkdown, linkTo } from '../chat-page/markdown.js'
import type { MailContent } from './compose-notice.js'
import type { OutgoingMail } from './outgoing-mails.js'
import { senderNameOf } from './sender-name.js'
import { findSignature } from './signatures.js'

/** Most servers refuse larger mails. Files above it are sent as links. */
const LARGEST = 10_000_000

/** An agent's answer in a conversation by mail. Undefined if it is gone. */
export async function composeReply(
  account: Account,
  platform: Platform,
  mail: OutgoingMail,
): Promise<MailContent | undefined> {
  const [message_id = ''] = mail.message_ids as string[]
  const message = await getMessage(account, message_id).catch(() => undefined)
  if (!message?.user) return undefined
  const { attachments, links } = await readFiles(account, platform, message.attachments)
  const body = message.body ?? ''
  const signature = await signatureOf(account, mail.conversation_id, message)
  const linked = links.map(({ filename, file_url }) => html`<p>${linkTo(file_url, [filename])}</p>`)
  return {
    subject: mail.subject,
    text: [
      body,
      ...links.map(({ filename, file_url }) => `${filename}: ${file_url}`),
      // Mail programs recognise a signature by this line.
      ...(signature ? [`-- \n${signature}`] : []),
    ].join('\n\n'),
    html: html`<!doctype html>
      <html>
        <body>
          ${drawMarkdown(body)}${linked}${
            signature
              ? html`<p>--</p>
                  ${drawMarkdown(signature)}`
              : ''
          }
        </body>
      </html>`.text,
    from_name: senderNameOf(message.user, await brandOf(platform, account)),
    personal: message.type !== 'bot',
    attachments,
  }
}

async function signatureOf(account: Account, conversation_id: string, { user_id, type }: Message) {
  const inbox_id = (await findConversation(account, conversation_id))?.inbox_id
  return inbox_id && user_id && type !== 'bot' ? findSignature(account, inbox_id, user_id) : undefined
}

async function readFiles(account: Account, platform: Platform, files: Message['attachments']) {
  const attachments: NonNullable<MailContent['attachments']> = []
  const links: File[] = []
  let size = 0
  for (const file of files) {
    const stored = account.from('files').select('unique_filename').where('id', '=', file.id)
    const key = (await stored.executeTakeFirst())?.unique_filename
    const content = key && size + (file.size ?? LARGEST) <= LARGEST ? await platform.files.get(key) : undefined
    if (!content) links.push(file)
    else {
      size += file.size ?? 0
      const bytes = Buffer.concat((await content.stream.toArray()) as Buffer[])
      attachments.push({ filename: file.filename, content_type: file.content_type, bytes })
    }
  }
  return { attachments, links }
}
