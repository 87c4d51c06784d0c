import type { AccountAuthorization } from '@papercups/contract'
import { IconAddressBook, IconBrandGithub, IconBrandIntercom, type Icon } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** A service that the whole account uses. Its page is `/integrations/<id>`. */
export interface AccountService {
  id: string
  name: string
  description: string
  Icon: Icon
  /** Null: it is not connected. */
  readAuthorization: (signal: AbortSignal) => Promise<AccountAuthorization | null>
}

export const hubspot: AccountService = {
  id: 'hubspot',
  name: 'HubSpot',
  description: 'Find customers in HubSpot, and add them there as contacts.',
  Icon: IconAddressBook,
  readAuthorization: (signal) => api.get('/hubspot/authorization', { signal }),
}

export const intercom: AccountService = {
  id: 'intercom',
  name: 'Intercom',
  description: 'Find customers in Intercom, and add them there as contacts.',
  Icon: IconBrandIntercom,
  readAuthorization: (signal) => api.get('/intercom/authorization', { signal }),
}

export const github: AccountService = {
  id: 'github',
  name: 'GitHub',
  description: 'Keep issues in step with their issues on GitHub.',
  Icon: IconBrandGithub,
  readAuthorization: (signal) => api.get('/github/authorization', { signal }),
}

export const accountServices = [github, hubspot, intercom]

export const authorizationQuery = ({ id, readAuthorization }: AccountService) =>
  queryOptions({
    queryKey: [id, 'authorization'],
    queryFn: ({ signal }) => readAuthorization(signal),
  })
