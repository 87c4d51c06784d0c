import proxyAddress from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Config } from '../config.js'

/** Reads the client's IP. Forwarded headers count only from trusted proxies. */
export function ipReader(trust: Config['trust_proxy']): (request: IncomingMessage) => string {
  const trusted = trustOf(trust)
  return (request) => proxyAddress(request, trusted)
}

function trustOf(trust: Config['trust_proxy']) {
  if (typeof trust === 'boolean') return () => trust
  return typeof trust === 'function' ? trust : proxyAddress.compile(trust)
}

/**
 * The network that limits count. An IPv6 client usually owns a whole /64, so the /64 counts. An IPv4 address in IPv6
 * notation counts as the IPv4 address.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip) || isLoopback(ip)) return ip
  const [before = '', after] = ip.split('::', 2)
  const groups = before.split(':').filter(Boolean)
  const rest = after?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4).map((group) => parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

export const isLoopback = (ip: string) => /^(127\.|::1$|::ffff:127\.)/.test(ip)
