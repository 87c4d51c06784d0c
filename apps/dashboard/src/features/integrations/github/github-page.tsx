import { Anchor } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { github } from '../../../entities/integration/account-services.js'
import { api } from '../../../lib/api.js'
import { AccountServicePage } from '../account-service-page.js'
import { useConnect } from '../use-connect.js'
import { useInstallationReturn } from './use-installation-return.js'

export function GithubPage() {
  const [search] = useSearchParams()
  const installation_id = search.get('installation_id')
  useInstallationReturn()
  return (
    <AccountServicePage
      service={github}
      readSetup={() => api.get('/github/setup')}
      begin={() => api.post('/github/oauth', { body: {} })}
      finish={(query) => api.get('/github/oauth', { query: { ...query, ...(installation_id && { installation_id }) } })}
      disconnect={(id) => api.delete('/github/authorizations/:id', { params: { id } })}
      purpose="Choose the organization and the repositories whose issues your team works with."
      team_term="Organization"
      consequence="The app is removed from your organization on GitHub. Issues stay in both places and are no longer synced."
      how={<HowItWorks />}
    />
  )
}

function HowItWorks() {
  const { start } = useConnect('GitHub', () => api.post('/github/oauth', { body: { is_installed: true } }))
  return (
    <ol>
      <li>
        Connect, and choose the repositories whose issues your team works with. If the app is already installed,{' '}
        <Anchor component="button" type="button" onClick={start}>
          sign in at GitHub
        </Anchor>{' '}
        instead.
      </li>
      <li>
        Link an issue to its issue on GitHub. If it is closed on one side, it is done on the other, and a private note
        says so in the conversations of its customers.
      </li>
      <li>If a message names an issue on GitHub, the issue is linked to the customer.</li>
    </ol>
  )
}
