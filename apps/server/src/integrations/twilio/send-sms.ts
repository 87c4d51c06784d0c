import { ServiceError, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { describeCode, OPTED_OUT } from './error-codes.js'
import type { Sms } from './compose.js'
import { hasOptedOut, optOut } from './opt-outs.js'
import { accountOf, callTwilio, TwilioError, type TwilioMessage } from './twilio-api.js'

/** Sends one SMS from the number of the connection. `delivery_id` brings its reports back to the message. */
export async function sendSms(
  { account, platform, connection }: ServiceContext,
  phone: string,
  { text, media_urls }: Sms,
  delivery_id?: string,
): Promise<TwilioMessage> {
  const number = connection.channel_id ?? ''
  if (await hasOptedOut(account, platform, { number, phone }))
    throw new ServiceError('refused', describeCode(OPTED_OUT) ?? '')
  const form = new URLSearchParams({ To: phone, From: number, Body: text })
  for (const url of media_urls) form.append('MediaUrl', url)
  if (delivery_id) {
    const query = new URLSearchParams({ service_delivery_id: delivery_id }).toString()
    form.set('StatusCallback', `${platform.config.base_url}/api/twilio/status?${query}`)
  }
  try {
    return await callTwilio<TwilioMessage>(platform, accountOf(connection), 'Messages.json', form)
  } catch (error) {
    if (error instanceof TwilioError && error.code === OPTED_OUT) await optOut(account, platform, { number, phone })
    throw error
  }
}
