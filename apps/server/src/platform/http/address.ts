import proxyAddress from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.js'

/** Where a request comes from. What it says of itself counts only as far as the proxies in front of us are trusted. */
export function addressReader(trust: Config['trust_proxy']): (request: IncomingMessage) => string {
  const trusted = trustOf(trust)
  return (request) => proxyAddress(request, trusted)
}

function trustOf(trust: Config['trust_proxy']) {
  if (typeof trust === 'boolean') return () => trust
  return typeof trust === 'function' ? trust : proxyAddress.compile(trust)
}
