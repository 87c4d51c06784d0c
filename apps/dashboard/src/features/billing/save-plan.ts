import { api } from '../../lib/api.js'

export const savePlan = (plan: string, hasSubscription: boolean) =>
  hasSubscription ? api.put('/billing', { body: { plan } }) : api.post('/billing', { body: { plan } })
