import { hubspot } from '../../../entities/integration/account-services.js'
import { api } from '../../../lib/api.js'
import { AccountServicePage } from '../account-service-page.js'

export const HubSpotPage = () => (
  <AccountServicePage
    service={hubspot}
    readSetup={() => api.get('/hubspot/setup')}
    begin={() => api.post('/hubspot/oauth')}
    finish={(query) => api.get('/hubspot/oauth', { query })}
    disconnect={(id) => api.delete('/hubspot/authorizations/:id', { params: { id } })}
    purpose="Connect it to see from a customer’s page who is in your HubSpot."
    how={
      <ol>
        <li>Connect HubSpot, and choose the company in it.</li>
        <li>Open a customer with an email. The page shows whether HubSpot has a contact with this email.</li>
        <li>Add the customer to HubSpot with one click, or open the contact there.</li>
      </ol>
    }
  />
)
