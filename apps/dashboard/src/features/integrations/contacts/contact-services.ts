import type { CustomerProfile } from '@papercups/contract'
import { hubspot, intercom, type AccountService } from '../../../entities/integration/account-services.js'
import { api } from '../../../lib/api.js'
import { splitName } from './split-name.js'

/** A service that knows customers by their email. */
export interface ContactService {
  service: AccountService
  /** The contact's page in the service. Null: there is no such contact. */
  find: (email: string, signal: AbortSignal) => Promise<string | null>
  /** Returns the page of the new contact. */
  add: (customer: CustomerProfile, email: string) => Promise<string>
}

export const contactServices: ContactService[] = [
  {
    service: hubspot,
    async find(email, signal) {
      const [contact] = await api.get('/hubspot/contacts', { query: { email }, signal })
      return contact?.hubspot_profile_url ?? null
    },
    async add({ name, phone, company }, email) {
      const body = { email, ...splitName(name), phone: phone ?? null, company: company?.name ?? null }
      return (await api.post('/hubspot/contacts', { body })).hubspot_profile_url
    },
  },
  {
    service: intercom,
    async find(email, signal) {
      const [contact] = await api.get('/intercom/contacts', { query: { email }, signal })
      return contact?.intercom_profile_url ?? null
    },
    async add({ name, phone, external_id }, email) {
      const body = { email, ...splitName(name), phone: phone ?? null, external_id: external_id ?? null }
      return (await api.post('/intercom/contacts', { body })).intercom_profile_url
    },
  },
]
