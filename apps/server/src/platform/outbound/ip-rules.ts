import { BlockList, isIPv6 } from 'node:net'

/** IPv4 networks that are not the public internet, and the metadata service of Azure. */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Public IPv6 is inside this network. Loopback, local, multicast and NAT64 addresses are outside it. */
const PUBLIC_IPV6 = '2000::/3'
/** Inside it, but tunnels that contain an IPv4 address (Teredo, 6to4), or documentation. */
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Decides which IPs the server may call for a user. `allowed` are networks that the operator opens. */
export function createIpRules(allowed: readonly string[]) {
  const open = listOf(allowed)
  const closed = listOf([...CLOSED_IPV4, ...CLOSED_IPV6])
  const publicIpv6 = listOf([PUBLIC_IPV6])
  return function mayCall(given: string) {
    // ::ffff:a00:1 and ::ffff:10.0.0.1 are spellings of 10.0.0.1.
    const ip = mappedIpv4(given) ?? given
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4'
    if (open.check(ip, family)) return true
    return !closed.check(ip, family) && (family === 'ipv4' || publicIpv6.check(ip, family))
  }
}

function listOf(networks: readonly string[]) {
  const list = new BlockList()
  for (const network of networks) {
    const [ip = '', bits] = network.split('/')
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return list
}

function mappedIpv4(ip: string) {
  if (!isIPv6(ip)) return undefined
  // The URL parser writes every spelling of an IPv6 address in its shortest form.
  const short = new URL(`http://[${ip.replace(/%.*/, '')}]`).hostname
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(short) ?? []
  if (high === undefined || low === undefined) return undefined
  const [a, b] = [parseInt(high, 16), parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}
