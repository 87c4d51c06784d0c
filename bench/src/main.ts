import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { measureBlocked } from './blocked.js'
import { measureCustomers } from './customers.js'
import { measureFanOut } from './fan-out.js'
import type { Figure } from './figure.js'
import { prepareGround, type Ground } from './ground.js'
import { measureImport } from './import.js'
import { measureInbox } from './inbox.js'
import { measureLatency } from './latency.js'
import { measureLongThread } from './long-thread.js'
import { measureMemory } from './memory.js'
import { measureMessages } from './messages.js'
import { measureRowSecurity } from './row-security.js'
import { drawTable } from './table.js'
import { measureWidget } from './widget.js'

const FIGURES: Record<string, (ground: Ground) => Promise<Figure | Figure[]>> = {
  messages: measureMessages,
  'row-security': measureRowSecurity,
  'fan-out': measureFanOut,
  memory: measureMemory,
  latency: measureLatency,
  inbox: measureInbox,
  blocked: measureBlocked,
  customers: measureCustomers,
  import: measureImport,
  'long-thread': measureLongThread,
  widget: measureWidget,
}
const RESULTS = new URL('../results.json', import.meta.url)
/** Far more than any of them takes: something is stuck. */
const PATIENCE_MS = 1_800_000

async function main(wanted: string[]) {
  const unknown = wanted.filter((name) => !Object.hasOwn(FIGURES, name))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}. Choose from ${Object.keys(FIGURES).join(', ')}.`)

  const ground = await prepareGround()
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('Interrupted.')))
    process.once('uncaughtException', reject)
  })
  interrupted.catch(() => {})
  const figures: Figure[] = []
  try {
    for (const [name, measure] of Object.entries(FIGURES)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      process.stdout.write(`Measuring ${name} …\n`)
      figures.push(...[await Promise.race([measure(ground), interrupted, late(name)])].flat())
    }
  } finally {
    await writeFile(RESULTS, `${JSON.stringify({ machine: machine(), figures }, null, 2)}\n`)
    if (figures.length > 0) process.stdout.write(`\n${drawTable(figures)}\n`)
    await ground.clear()
  }
}

const machine = () => ({
  cores: availableParallelism(),
  platform: process.platform,
  arch: process.arch,
  node: process.version,
})

function late(name: string) {
  return new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${name} takes too long`)), PATIENCE_MS).unref()
  })
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    // The measured processes end when they no longer hear from us.
    process.exit(1)
  },
)
