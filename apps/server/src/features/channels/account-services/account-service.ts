import type { Platform } from '../../../platform/platform.js'
import { createMailFailing, type MailFailing } from '../chat-services/mail-failing.js'

/**
 * An outside service that the whole account connects by OAuth, for example HubSpot. Each one is a folder under
 * src/integrations.
 */
export interface AccountService {
  /** The name of its folder. It is stored with the connection. */
  id: string
  /** As people write it. */
  name: string
  /** The variables that an operator has to set, with their values. */
  settings(platform: Platform): Record<string, string | undefined>
  /** The page of the service on which the user allows the connection. */
  authorizeUrl(platform: Platform, given: { redirect_uri: string; state: string }): string
  /** Redeems the code. Throws a `ServiceError`. */
  exchange(platform: Platform, given: { code: string; redirect_uri: string }): Promise<NewTokens>
  mailFailing: MailFailing
}

export interface NewTokens {
  /** The service's id of the company, and its name if it says one. */
  team_id: string | null
  team_name: string | null
  /** Without secrets. */
  details: { scope: string | null; token_type: string | null } & Record<string, unknown>
  secrets: Record<string, string>
  /** If the access token expires. */
  token_expires_at?: Date
}

export const defineAccountService = (service: Omit<AccountService, 'mailFailing'>): AccountService => ({
  ...service,
  mailFailing: createMailFailing(service),
})
