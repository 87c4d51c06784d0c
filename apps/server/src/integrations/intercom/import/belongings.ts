import type { ServiceContext } from '../../../features/channels/chat-services/chat-service.js'
import { findCompanyName, readTagNames } from './intercom-pages.js'
import type { Contact } from './shapes.js'

/** What a person has in Intercom besides their own fields. */
export interface Belongings {
  /** A customer here has one company: the first. */
  company?: string
  tags: string[]
}

export type ReadBelongings = (contact: Contact) => Promise<Belongings>

/** A contact names its tags and companies by id only. Each name is asked for once in a page. */
export function createReadBelongings(context: ServiceContext): ReadBelongings {
  let tags: Promise<Map<string, string>> | undefined
  const companies = new Map<string, Promise<string | undefined>>()
  const findCompany = (id: string) => {
    const asked = companies.get(id) ?? findCompanyName(context, id)
    companies.set(id, asked)
    return asked
  }
  return async (contact) => {
    const company_id = contact.companies?.data?.[0]?.id
    const company = company_id && (await findCompany(company_id))
    const tag_ids = contact.tags?.data?.map(({ id }) => id) ?? []
    const names = tag_ids.length > 0 ? await (tags ??= readTagNames(context)) : new Map<string, string>()
    return { ...(company && { company }), tags: tag_ids.flatMap((id) => names.get(id) ?? []) }
  }
}
