export interface CustomerMetadata {
  name?: string
  email?: string
  external_id?: string
  metadata?: Record<string, unknown>
}

/** Under the names of the published package. */
export interface StorytimeOptions {
  accountId: string
  /** The address of the server. The script uses its own origin by default. */
  baseUrl?: string
  customer?: CustomerMetadata
  /** Parts of paths. A page whose path contains one of them is not recorded. */
  blocklist?: string[]
  /** Records nothing before `consent(true)`. */
  requireConsent?: boolean
  /** Proof of identity, as for the chat. */
  userHash?: string
  identityToken?: string
  /** Writes to the console what the recorder does. */
  debug?: boolean
  /** Accepted and ignored. */
  publicKey?: string
  /** Accepted and ignored. */
  customerId?: string
}
