import type { NewCompany } from '@papercups/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { companyQuery } from '../../entities/company/companies.js'
import { companiesKey } from '../../entities/use-live-records.js'

/** Without an id it creates a company. */
export function useSaveCompany(id?: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (company: NewCompany) =>
      id
        ? api.put('/companies/:id', { params: { id }, body: { company } })
        : api.post('/companies', { body: { company } }),
    onSuccess(company) {
      cache.setQueryData(companyQuery(company.id).queryKey, company)
      void cache.invalidateQueries({ queryKey: companiesKey })
    },
  })
}
