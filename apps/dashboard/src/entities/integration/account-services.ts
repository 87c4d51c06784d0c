import type { AccountAuthorization } from '@papercups/contract'
import { IconAddressBook, IconBrandGithub, IconBrandIntercom, IconTable, type Icon } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** A service that the whole account uses. */
interface ListedService {
  id: string
  name: string
  description: string
  Icon: Icon
  /** Its page. */
  path: string
}

export interface AccountService extends ListedService {
  /** Null: it is not connected. */
  readAuthorization: (signal: AbortSignal) => Promise<AccountAuthorization | null>
}

export const hubspot: AccountService = {
  id: 'hubspot',
  name: 'HubSpot',
  description: 'Find customers in HubSpot, and add them there as contacts.',
  Icon: IconAddressBook,
  path: '/integrations/hubspot',
  readAuthorization: (signal) => api.get('/hubspot/authorization', { signal }),
}

export const intercom: AccountService = {
  id: 'intercom',
  name: 'Intercom',
  description: 'Find customers in Intercom, and add them there as contacts.',
  Icon: IconBrandIntercom,
  path: '/integrations/intercom',
  readAuthorization: (signal) => api.get('/intercom/authorization', { signal }),
}

export const github: AccountService = {
  id: 'github',
  name: 'GitHub',
  description: 'Keep issues in step with their issues on GitHub.',
  Icon: IconBrandGithub,
  path: '/integrations/github',
  readAuthorization: (signal) => api.get('/github/authorization', { signal }),
}

const googleSheets: ListedService = {
  id: 'google_sheets',
  name: 'Google Sheets',
  description: 'Add each new customer or conversation as a row of a spreadsheet.',
  Icon: IconTable,
  path: '/integrations/google/sheets',
}

export const accountServices: ListedService[] = [github, googleSheets, hubspot, intercom]

export const authorizationQuery = ({ id, readAuthorization }: AccountService) =>
  queryOptions({
    queryKey: [id, 'authorization'],
    queryFn: ({ signal }) => readAuthorization(signal),
  })
