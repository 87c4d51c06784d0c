import type { File, Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { html } from '../../../platform/http/html.js'
import { findConversation } from '../../inbox/conversations/queries.js'
import { getMessage } from '../../inbox/messages/queries.js'
import { fill } from '../../account/accounts/language.js'
import { brandOf, type Brand } from '../../mail/mails/brand.js'
import { TEXTS } from '../../mail/mails/language.js'
import { drawMarkdown, linkTo } from '../chat-page/markdown.js'
import type { MailContent } from './compose-notice.js'
import { toOf, type OutgoingMail } from './outgoing-mails.js'
import { senderNameOf } from './sender-name.js'
import { findSignature } from './signatures.js'
import { unsubscribeUrl } from './unsubscribe/unsubscribe-url.js'

/** Most servers refuse larger mails. Files above it are sent as links. */
const LARGEST = 10_000_000

/** An agent's message in a conversation by mail. Undefined if it is gone. */
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
  const brand = await brandOf(platform, account)
  const footer = mail.kind === 'issue' ? footerOf(brand, unsubscribeUrl(platform, account.id, toOf(mail))) : undefined
  const linked = links.map(({ filename, file_url }) => html`<p>${linkTo(file_url, [filename])}</p>`)
  return {
    subject: mail.subject,
    text: [
      body,
      ...links.map(({ filename, file_url }) => `${filename}: ${file_url}`),
      // Mail programs recognise a signature by this line.
      ...(signature ? [`-- \n${signature}`] : []),
      ...(footer ? [footer.text] : []),
    ].join('\n\n'),
    html: html`<!doctype html>
      <html>
        <body>
          ${drawMarkdown(body)}${linked}${
            signature
              ? html`<p>--</p>
                  ${drawMarkdown(signature)}`
              : ''
          }${footer?.html}
        </body>
      </html>`.text,
    from_name: senderNameOf(message.user, brand),
    personal: message.type !== 'bot' && mail.kind === 'reply',
    attachments,
  }
}

/** Why the person gets a mail that they did not ask for, and how to end it. */
function footerOf({ language, name: company }: Brand, url: string) {
  const { footnote, link } = TEXTS[language].unsubscribe
  const why = fill(language, footnote, { company })
  return {
    text: `--\n${why}\n${link}: ${url}`,
    html: html`<hr />
      <p><small>${why} ${linkTo(url, [link])}</small></p>`,
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
