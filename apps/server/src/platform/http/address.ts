import proxyAddress from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
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

/**
 * What limits count. Who has one IPv6 address usually has a /64 of them to choose from, so the network counts. An IPv4 address
 * that is written as an IPv6 address is the same caller.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address) || isLoopback(address)) return address
  const [before = '', after] = address.split('::', 2)
  const groups = before.split(':').filter(Boolean)
  const rest = after?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4).map((group) => parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

export const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address)
