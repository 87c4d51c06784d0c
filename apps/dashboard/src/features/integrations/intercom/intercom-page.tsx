import { intercom } from '../../../entities/integration/account-services.js'
import { api } from '../../../lib/api.js'
import { AccountServicePage } from '../account-service-page.js'
import { ImportSection } from './import-section.js'

export const IntercomPage = () => (
  <AccountServicePage
    service={intercom}
    readSetup={() => api.get('/intercom/setup')}
    begin={() => api.post('/intercom/oauth')}
    finish={(query) => api.get('/intercom/callback', { query })}
    disconnect={(id) => api.delete('/intercom/authorizations/:id', { params: { id } })}
    purpose="Connect it to see from a customer’s page who is in your Intercom, or to move here from Intercom."
    how={
      <ol>
        <li>Connect Intercom, and choose the workspace in it.</li>
        <li>Open a customer with an email. The page shows whether Intercom has a contact with this email.</li>
        <li>Add the customer to Intercom with one click, or open the contact there.</li>
        <li>If you move from Intercom, import your people and conversations.</li>
      </ol>
    }
  >
    <ImportSection />
  </AccountServicePage>
)
