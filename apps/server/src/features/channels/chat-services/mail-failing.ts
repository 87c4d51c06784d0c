import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import { brandOf } from '../../mail/mails/brand.js'
import { connectionFailingEmail } from '../../mail/mails/emails.js'
import { mailAdmins } from '../../mail/mails/send-email.js'
import { failureOf } from './connections.js'

/** Tells the admins that a connection stopped working. */
export const createMailFailing = ({ id, name }: { id: string; name: string }) =>
  defineJob({
    name: `${id}.mail-failing`,
    input: Type.Object({ connection_id: Uuid }),
    async run(account, { connection_id }, platform) {
      const connections = account.from('connected_services').select(['failure', 'poll_failure', 'inbox_id'])
      const connection = await connections.where('id', '=', connection_id).executeTakeFirst()
      if (!connection || !failureOf(connection)) return // it works again, or it was disconnected
      const place = connection.inbox_id ? `/inboxes/${connection.inbox_id}` : ''
      const url = `${platform.config.base_url}${place}/integrations`
      const content = connectionFailingEmail(await brandOf(platform, account), name, url)
      await mailAdmins(account, platform, 'connection-failing', content)
    },
  })

export type MailFailing = ReturnType<typeof createMailFailing>
