import { readFileSync } from 'node:fs'

/** A zombie accepts signals but is dead. A container without an init does not reap them. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return stateOf(pid) !== 'Z'
}

function stateOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
  } catch {
    return undefined
  }
}
