/** The person wrote STOP, and Twilio refuses to send to them. */
export const OPTED_OUT = 21610

/** What Twilio's codes mean for a team: https://www.twilio.com/docs/api/errors */
const WORDS: Record<number, string> = {
  20003: 'Twilio does not accept the auth token',
  21211: 'the number does not exist',
  21408: 'your Twilio account may not send to this country',
  [OPTED_OUT]: 'the customer wrote STOP',
  21611: 'too many SMS wait at Twilio',
  21612: 'Twilio cannot reach this number from yours',
  21614: 'the number is not a mobile number',
  21617: 'the text is too long',
  30001: 'too many SMS wait at Twilio',
  30002: 'your Twilio account is suspended',
  30003: 'the phone is switched off or out of reach',
  30004: 'the phone or its network blocks the SMS',
  30005: 'the number does not exist',
  30006: 'the number is a landline, or its network is out of reach',
  30007: 'the network refused the text as spam',
  30008: 'the network gave no reason',
  30010: 'the SMS is more expensive than your limit at Twilio',
  30032: 'your toll-free number is not verified',
  30034: 'your number is not registered for SMS in the United States',
}

export const describeCode = (code: number | undefined) =>
  code === undefined ? undefined : WORDS[code] && `${WORDS[code]} (Twilio error ${code})`

/** Of a report, which has only the code. */
export const describeReport = (code: number | undefined, status: string) =>
  describeCode(code) ?? (code ? `Twilio error ${code}` : `Twilio reports: ${status}`)
