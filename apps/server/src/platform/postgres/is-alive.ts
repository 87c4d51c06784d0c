import { readFileSync } from 'node:fs'

/** A zombie still answers to signals, but it is dead: nobody reaps in a container without an init. */
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
