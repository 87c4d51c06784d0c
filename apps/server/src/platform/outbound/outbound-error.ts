/** Why a call got no answer, in words for the person who gave the URL. They name no IP of our network. */
const MESSAGES = {
  invalid_url: 'The URL is not an http or https URL.',
  credentials_in_url: 'The URL must not contain a user name or a password.',
  forbidden_port: 'The URL has a port that is not for web servers.',
  forbidden_ip: 'The URL leads to a network that this server may not call.',
  unknown_host: 'The host of the URL was not found.',
  insecure_redirect: 'The URL redirects from https to http.',
  too_many_redirects: 'The URL redirects more than 3 times.',
  bad_certificate: 'The certificate of the host is not valid.',
  invalid_answer: 'The answer is not valid HTTP.',
  timeout: 'There was no complete answer within 10 seconds.',
  connection: 'The connection failed or was closed before the answer was complete.',
} as const

export type OutboundFailure = keyof typeof MESSAGES

export class OutboundError extends Error {
  readonly reason: OutboundFailure

  constructor(reason: OutboundFailure, cause?: unknown) {
    super(MESSAGES[reason], { cause })
    this.reason = reason
  }
}

export function toOutboundError(error: unknown) {
  if (error instanceof OutboundError) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (/CERT|SELF_SIGNED|ALTNAME|ERR_TLS|UNABLE_TO/.test(code)) return new OutboundError('bad_certificate', error)
  if (code.startsWith('HPE_')) return new OutboundError('invalid_answer', error)
  // A header with a line break, say.
  if (code.startsWith('ERR_INVALID') || code === 'ERR_UNESCAPED_CHARACTERS')
    return new OutboundError('invalid_url', error)
  return new OutboundError('connection', error)
}
