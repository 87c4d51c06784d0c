import type { CompanyChanges, NewCompany } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { toCompany } from './queries.js'

export function createCompany(account: Account, company: NewCompany, user_id: number) {
  return account.transaction(async (account) => {
    const row = account.insert('companies', { ...stored(company), name: company.name.trim() })
    const created = toCompany(await row.returningAll().executeTakeFirstOrThrow())
    const payload = { company_id: created.id }
    await account.emit('company:created', payload, payload, userActor(user_id))
    return created
  })
}

/** Fields that are not given stay. */
export function updateCompany(account: Account, id: string, changes: CompanyChanges, user_id: number) {
  return account.transaction(async (account) => {
    const row = account
      .update('companies')
      .set({ ...stored(changes), updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
    const updated = toCompany(await row.executeTakeFirstOrThrow(() => notFound('Company')))
    const logged = { company_id: updated.id, changed: Object.keys(changes) }
    await account.emit('company:updated', { company_id: updated.id }, logged, userActor(user_id))
    return updated
  })
}

/** Only a company without customers. Locked first, so that nobody is added meanwhile. */
export function deleteCompany(account: Account, id: string, user_id: number) {
  return account.transaction(async (account) => {
    const company = account.from('companies').select('id').where('id', '=', id).forUpdate()
    const { id: company_id } = await company.executeTakeFirstOrThrow(() => notFound('Company'))
    const customers = account.from('customers').select('id').where('company_id', '=', company_id)
    if (await customers.limit(1).executeTakeFirst())
      throw invalid({ customers: ['are still in this company'] }, 'A company with customers cannot be deleted.')
    await account.delete('companies').where('id', '=', company_id).execute()
    await account.emit('company:deleted', { company_id }, { company_id }, userActor(user_id))
  })
}

function stored({ name, metadata, ...plain }: CompanyChanges) {
  return {
    ...plain,
    ...(name !== undefined && { name: name.trim() }),
    ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
  }
}
