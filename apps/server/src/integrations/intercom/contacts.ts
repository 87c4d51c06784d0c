import type { NewIntercomContact } from '@papercups/contract'
import { noteActivity } from '../../features/channels/account-services/use-connection.js'
import { ServiceError, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { callIntercom } from './intercom-api.js'

/** As Intercom has it. */
interface Contact extends Record<string, unknown> {
  id: string
  workspace_id?: string
}

const tokenOf = ({ connection }: ServiceContext) => connection.secrets.access_token ?? ''

export const findByEmail = (context: ServiceContext, value: string) =>
  findByQuery(context, { field: 'email', operator: '=', value })

/** A query of Intercom, which Intercom checks. */
export const findByQuery = (context: ServiceContext, query: object) =>
  readPage(context, callIntercom(context.platform, tokenOf(context), 'POST', '/contacts/search', { query }))

export const listContacts = (context: ServiceContext) =>
  readPage(context, callIntercom(context.platform, tokenOf(context), 'GET', '/contacts'))

export async function createContact(context: ServiceContext, given: NewIntercomContact) {
  const { first_name, last_name, name, role = 'user', ...rest } = given
  // Intercom has one field for the name.
  const whole =
    name?.trim() ||
    [first_name, last_name]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ')
  const filled = Object.entries({ ...rest, name: whole, role }).filter(([, value]) => value?.trim())
  const values = Object.fromEntries(filled)
  const contact = await callIntercom<Contact>(context.platform, tokenOf(context), 'POST', '/contacts', values)
  await noteActivity(context)
  return withUrl(context, contact)
}

async function readPage(context: ServiceContext, answer: Promise<{ data?: Contact[] }>) {
  const { data } = await answer
  if (!Array.isArray(data)) throw new ServiceError('unavailable', 'no list of contacts')
  return data.map((contact) => withUrl(context, contact))
}

function withUrl({ platform, connection }: ServiceContext, contact: Contact) {
  const workspace = encodeURIComponent(contact.workspace_id ?? connection.team_id ?? '')
  const page = `/a/apps/${workspace}/users/${encodeURIComponent(contact.id)}`
  return { ...contact, intercom_profile_url: `${platform.config.intercom_app_url}${page}` }
}
