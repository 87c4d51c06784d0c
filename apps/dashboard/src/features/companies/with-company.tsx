import type { Company } from '@papercups/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { companyQuery } from '../../entities/company/companies.js'
import { Retrieved } from '../../ui/retrieved.js'

export const back = { to: '/companies', label: 'Companies' }

interface Props {
  leaving?: boolean
  children: (company: Company) => ReactNode
}

/** Loads the company in the URL. */
export function WithCompany({ leaving = false, children }: Props) {
  const { company_id = '' } = useParams()
  return (
    <Retrieved
      query={useQuery(companyQuery(company_id))}
      title="Company details"
      failure="Error retrieving company"
      heights={[280, 160]}
      {...{ back, leaving }}
    >
      {children}
    </Retrieved>
  )
}
