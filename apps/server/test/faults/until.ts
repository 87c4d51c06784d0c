import { setTimeout as delay } from 'node:timers/promises'

/** Longer than anything here takes, on a busy machine too. */
const PATIENCE_MS = 60_000

/** Waits for the thing itself, and says what it waited for when that does not come. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(20)) {
    if (await isSo()) return
  }
  throw new Error(`waited in vain for ${what}`)
}
