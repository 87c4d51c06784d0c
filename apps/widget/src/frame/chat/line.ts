import { openSocket } from '@papercups/wire'
import { embeddingSite } from '../lib/embedding-site.js'

/** The connection to the server. It says on which site the chat is. */
export function openLine(account_id: string, inbox_id: string) {
  const site = embeddingSite(window)
  const params = { account_id, ...(inbox_id && { inbox_id }), ...(site && { site }) }
  return openSocket({ url: '/socket', params: () => params })
}
