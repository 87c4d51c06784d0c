import type { MailSecurity, MailServerFailure } from '@papercups/contract'
import type { Outbound } from '../outbound/outbound.js'
import { OutboundError, toOutboundError, type OutboundFailure } from '../outbound/outbound-error.js'

/** A mail server that a user gave. */
export interface MailServer {
  host: string
  port: number
  security: MailSecurity
  user: string
  password: string
}

/** What the person who gave the server reads. The texts contain nothing that the server answered. */
export const FAILURE_MESSAGES: Record<MailServerFailure, string> = {
  wrong_password:
    'The server did not accept the user name and password. Many providers want an app password instead of your usual one.',
  unknown_host: 'The server was not found. Please check its name.',
  forbidden_host: 'The server is in a network that this server may not call.',
  bad_certificate: 'The certificate of the server is not valid for this name.',
  no_encryption: 'Without encryption the password could be read on the way. Choose TLS or STARTTLS.',
  timeout: 'The server did not answer within 10 seconds. Please check its name and port.',
  connection: 'The server refused or closed the connection. Please check its port and security.',
  no_folder: 'The server has no folder with this name.',
  refused: 'The server refused a command.',
  not_stored: 'A mail could not be stored here. We try again.',
}

export class MailServerError extends Error {
  readonly reason: MailServerFailure

  constructor(reason: MailServerFailure, cause?: unknown) {
    super(FAILURE_MESSAGES[reason], { cause })
    this.reason = reason
  }
}

const LOW_PORTS = new Set([25, 143, 465, 587, 993])

/** The IP is checked, and the caller connects to exactly this IP: the DNS could give another one the next time. */
export async function locate({ findIp }: Outbound, { host, port, security }: MailServer) {
  if (port < 1024 && !LOW_PORTS.has(port)) throw new MailServerError('connection')
  try {
    const { ip, is_internal } = await findIp(host)
    if (security === 'none' && !is_internal) throw new MailServerError('no_encryption')
    return ip
  } catch (error) {
    throw toMailServerError(error)
  }
}

const OUTBOUND: Partial<Record<OutboundFailure, MailServerFailure>> = {
  unknown_host: 'unknown_host',
  forbidden_ip: 'forbidden_host',
  bad_certificate: 'bad_certificate',
}

interface LibraryError {
  code?: string
  authenticationFailed?: boolean
  mailboxMissing?: boolean
  responseStatus?: string
  message?: string
  cause?: unknown
}

/** From an error of imapflow, nodemailer or a socket. */
export function toMailServerError(error: unknown): MailServerError {
  if (error instanceof MailServerError) return error
  if (error instanceof OutboundError) return new MailServerError(OUTBOUND[error.reason] ?? 'connection', error)
  const { code = '', authenticationFailed, mailboxMissing, responseStatus, message = '' } = error as LibraryError
  const reasonOf = (): MailServerFailure => {
    if (authenticationFailed || code === 'EAUTH') return 'wrong_password'
    if (mailboxMissing) return 'no_folder'
    if (/TIMEOUT|ETIMEDOUT/i.test(code)) return 'timeout'
    // nodemailer has one code for all errors of sockets.
    if (/certificate|altname/i.test(message) || toOutboundError(error).reason === 'bad_certificate')
      return 'bad_certificate'
    if (code === 'ETLS' || /STARTTLS/i.test(message)) return 'no_encryption'
    return responseStatus ? 'refused' : 'connection'
  }
  return new MailServerError(reasonOf(), error)
}
