import { customersEndpoints } from '@papercups/contract'
import { CustomerChanges, IdentifyQuery, IntroducedCustomer, VisitorFields } from '@papercups/contract'
import { forbidden, invalid, notFound } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { parse } from '../../../platform/http/validate.js'
import type { Caller } from '../../../platform/feature.js'
import { dropInvalidIn, dropInvalidQuery } from '../../../platform/http/drop-invalid-fields.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { UUID } from '../../account/accounts/named-account.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { mayActAs, mayActAsExternalId, provenFields } from '../../widget/identity-verification/act-as.js'
import { nonBlank } from './fields.js'
import { currentIdOf } from './merged-ids.js'
import { requireWithinLimit } from './metadata-limit.js'
import { toCustomer, toCustomerSelf } from './present.js'
import { findByExternalId } from './queries.js'
import { addCustomer, createCustomer, updateVisitor } from './save-customer.js'
import { findAccountOfCustomer } from './unscoped.js'
import { updateMergedVisitor } from './update-merged-visitor.js'

const nobody = { data: { customer_id: null } }

export function routes(app: App) {
  const { platform } = app
  const collectedIp = (ip: string) => (platform.config.collect_ip ? ip : null)

  const accountOf = async (id: string | null | undefined) => {
    if (!id) throw invalid({ account_id: ["can't be blank"] })
    if (!UUID.test(id)) throw invalid({ account_id: ['is invalid'] })
    const row = await findAccount(platform, id)
    if (!row) throw invalid({ account_id: ['does not exist'] })
    return platform.account(row.id)
  }

  addRoutes(app, customersEndpoints, {
    'POST /api/customers': {
      config: { limit: { per_ip: 300, subject: 6_000 } },
      preValidation: dropInvalidIn('customer', IntroducedCustomer),
      async handler({ body: { customer, ...proof }, caller, ip, site }, reply) {
        const { account_id, ...claimed } = customer
        const welcome = async () => {
          const account = await accountOf(account_id)
          await requireAllowedSite(account, site)
          const { fields, withheld } = await provenFields(platform, account, claimed, proof)
          return toCustomerSelf({ ...(await createCustomer(account, fields, collectedIp(ip))), ...withheld })
        }
        const add = async ({ account, user }: Caller) =>
          toCustomer(await addCustomer(account, parse(CustomerChanges, claimed), user.id))
        const data = caller ? await add(caller) : await welcome()
        return reply.code(201).header('location', `/api/customers/${data.id}`).send({ data })
      },
    },

    // Anything but an answer kills deployed widgets at start-up, so what is missing or unknown is "nobody". Two refusals stay: on
    // a site that may not have this chat none should appear, and a visitor who gets "nobody" because of a limit forgets who they are.
    'GET /api/customers/identify': {
      config: { limit: { per_ip: 120, subject: 3_000 } },
      preValidation: dropInvalidQuery(IdentifyQuery),
      async handler({ query: { account_id, ...asked }, site }) {
        const external_id = nonBlank(asked.external_id)
        const row = UUID.test(account_id ?? '') ? await findAccount(platform, account_id ?? '') : undefined
        if (!external_id || !row) return nobody
        const account = platform.account(row.id)
        await requireAllowedSite(account, site)
        if (!(await mayActAsExternalId(platform, account, external_id, asked))) return nobody
        const identity = { external_id, email: nonBlank(asked.email), host: nonBlank(asked.host) }
        const customer = await findByExternalId(account, identity)
        return { data: { customer_id: customer?.id ?? null } }
      },
    },

    async 'GET /api/customers/:id/exists'({ params, query, site }) {
      const account = UUID.test(params.id) ? await findAccountOfCustomer(platform, params.id) : undefined
      const named = nonBlank(query.account_id)?.toLowerCase() ?? account?.id
      if (!account || named !== account.id) return { data: false }
      await requireAllowedSite(account, site)
      // Without proof the customer does not exist: widgets then forget the id and start again.
      return { data: await mayActAs(platform, account, params.id, query) }
    },

    'PUT /api/customers/:id/metadata': {
      config: { limit: { per_ip: 600, subject: 6_000, visitor: 60 } },
      preValidation: dropInvalidIn('metadata', VisitorFields),
      async handler({ params, body, caller, ip, site }) {
        if (caller) requireWithinLimit(body.metadata.metadata)
        const account = await findAccountOfCustomer(platform, params.id)
        if (!account) throw notFound('Customer')
        await requireAllowedSite(account, site)
        if (!(await mayActAs(platform, account, params.id, body))) throw forbidden('Identity not verified')
        const { fields, withheld } = await provenFields(platform, account, body.metadata, body)
        const id = await currentIdOf(account, params.id)
        const update = id === params.id ? updateVisitor : updateMergedVisitor
        const customer = await update(account, params.id, fields, collectedIp(ip))
        return { data: toCustomerSelf({ ...customer, ...withheld }) }
      },
    },
  })
}
