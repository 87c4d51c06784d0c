import { lookup, Resolver } from 'node:dns/promises'

/**
 * The IPs of a name. `lookup` alone would wait on one of the few threads that also hash passwords and read files: names
 * whose servers do not answer could block all of them. It is only asked when DNS does not know the name: the name may be
 * in the hosts file.
 */
export async function resolveHost(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const ips = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (ips.length > 0) return ips
  if (answers.some((answer) => answer.status === 'rejected' && isTimeout(answer.reason))) return []
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

const isTimeout = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ETIMEOUT'
