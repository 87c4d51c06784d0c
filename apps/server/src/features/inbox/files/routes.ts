import { filesEndpoints } from '@papercups/contract'
import { Type } from 'typebox'
import { forbidden, malformed, unauthenticated } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { UploadedFile } from '../../../platform/http/body.js'
import { FILE_BYTES } from '../../../platform/http/body-limits.js'
import { optionalId, requireAccount } from '../../account/accounts/named-account.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { mayActAs } from '../../widget/identity-verification/act-as.js'
import { serveFile } from './serve-file.js'
import { storeUpload } from './store-upload.js'

export function routes(app: App) {
  const { platform } = app

  app.get('/files/:key', {
    config: { allow: 'public', page: true },
    schema: { params: Type.Object({ key: Type.String() }) },
    async handler({ params, headers }, reply) {
      return serveFile(platform, params.key, headers.range, reply)
    },
  })

  addRoutes(app, filesEndpoints, {
    'POST /api/upload': {
      config: { limit: { per_ip: 120, subject: 1_200, visitor: 30 }, file_bytes: FILE_BYTES },
      async handler({ headers, body: { file, account_id, customer_id, ...proof }, caller, site, ip }, reply) {
        // The file would have no owner. A client that gets this error renews its token.
        if (headers.authorization && !caller) throw unauthenticated()
        if (!(file instanceof UploadedFile) || (!caller && !account_id)) throw malformed()
        // What the form says of account and author counts for nothing once somebody is signed in.
        const { account } = caller ?? (await requireAccount(platform, account_id ?? ''))
        const named = optionalId(customer_id)
        if (!caller) {
          await requireAllowedSite(account, site)
          if (named && !(await mayActAs(platform, account, named, proof))) throw forbidden('Identity not verified')
        }
        const uploader = {
          user_id: caller?.user.id ?? null,
          ip,
          customer_id: named ? await currentIdOf(account, named) : null,
        }
        return reply.code(201).send({ data: await storeUpload(account, platform, uploader, file) })
      },
    },
  })
}
