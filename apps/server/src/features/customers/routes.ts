import { CustomerSelf, Data, Nullable, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { invalid, notFound } from '../../platform/errors.js'
import type { App } from '../../platform/http/app.js'
import { findAccount } from '../accounts/unscoped.js'
import { requireAccount, UUID } from '../accounts/named-account.js'
import { VisitorFields } from './fields.js'
import { toCustomerSelf } from './present.js'
import { customerExists, findByExternalId } from './queries.js'
import { createCustomer, updateVisitor } from './save-customer.js'
import { findAccountOfCustomer } from './unscoped.js'

const text = Type.Optional(Nullable(Type.Unsafe<string>({ type: 'string', lenient: true, maxLength: 20_000 })))
const blank = (value: string | null | undefined) => !value || value === 'null' || value === 'undefined'

export function routes(app: App) {
  const { platform } = app
  const seenAddress = (address: string) => (platform.config.collect_ip ? address : null)

  app.post('/api/customers', {
    config: { allow: 'public', limit: { address: 300, subject: 6_000 } },
    schema: {
      body: Type.Object({ customer: Type.Object({ ...VisitorFields.properties, account_id: text }) }),
      response: { 201: Data(CustomerSelf) },
    },
    async handler({ body, caller, address }, reply) {
      const account = caller?.account ?? (await accountOf(body.customer.account_id))
      const customer = await createCustomer(account, body.customer, seenAddress(address))
      return reply
        .code(201)
        .header('location', `/api/customers/${customer.id}`)
        .send({ data: toCustomerSelf(customer) })
    },
  })

  const accountOf = async (id: string | null | undefined) => {
    if (!id) throw invalid({ account_id: ["can't be blank"] })
    if (!UUID.test(id)) throw invalid({ account_id: ['is invalid'] })
    const row = await findAccount(platform, id)
    if (!row) throw invalid({ account_id: ['does not exist'] })
    return platform.account(row.id)
  }

  // Anything but an answer kills deployed widgets at start-up, so what is missing or unknown is "nobody".
  app.get('/api/customers/identify', {
    config: { allow: 'public', limit: { address: 120, subject: 3_000 } },
    schema: {
      querystring: Type.Object({ external_id: text, account_id: text, email: text, host: text }),
      response: { 200: Data(Type.Object({ customer_id: Nullable(Uuid) })) },
    },
    async handler({ query: { external_id, account_id, email, host } }) {
      if (!external_id || blank(external_id) || !account_id) return { data: { customer_id: null } }
      const { account } = await requireAccount(platform, account_id)
      const identity = { external_id, email: blank(email) ? undefined : (email ?? undefined), host: host || undefined }
      const customer = await findByExternalId(account, identity)
      return { data: { customer_id: customer?.id ?? null } }
    },
  })

  app.get('/api/customers/:id/exists', {
    config: { allow: 'public' },
    schema: {
      params: Type.Object({ id: Type.String() }),
      querystring: Type.Object({ account_id: text }),
      response: { 200: Data(Type.Boolean()) },
    },
    async handler({ params, query }) {
      if (!UUID.test(params.id)) return { data: false }
      const account = await findAccountOfCustomer(platform, params.id)
      const elsewhere = !blank(query.account_id) && query.account_id?.toLowerCase() !== account?.id
      return { data: account !== undefined && !elsewhere && (await customerExists(account, params.id)) }
    },
  })

  app.put('/api/customers/:id/metadata', {
    config: { allow: 'public', limit: { address: 600, subject: 6_000 } },
    schema: {
      params: Type.Object({ id: Uuid }),
      body: Type.Object({ metadata: VisitorFields }),
      response: { 200: Data(CustomerSelf) },
    },
    async handler({ params, body, address }) {
      const account = await findAccountOfCustomer(platform, params.id)
      if (!account) throw notFound('Customer')
      const customer = await updateVisitor(account, params.id, body.metadata, seenAddress(address))
      return { data: toCustomerSelf(customer) }
    },
  })
}
