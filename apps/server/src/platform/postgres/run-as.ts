import { readFileSync, statSync } from 'node:fs'

/** The OS account of PostgreSQL. Undefined: our own. */
export type RunAs = { uid: number; gid: number } | undefined

const NOBODY = 65534

/**
 * PostgreSQL refuses to run as root. An existing cluster keeps its owner. A new one belongs to the `papercups` account if the
 * operator created one, else to `nobody`.
 */
export function chooseRunAs(cluster_dir: string): RunAs {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster_dir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return namedAccount('papercups') ?? namedAccount('nobody') ?? { uid: NOBODY, gid: NOBODY }
}

function namedAccount(name: string): RunAs {
  const entry = readAccounts().find((line) => line.startsWith(`${name}:`))
  const [uid, gid] = entry?.split(':').slice(2, 4).map(Number) ?? []
  if (!uid || !gid || uid < 0) return undefined
  return { uid, gid }
}

function readAccounts(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
}
