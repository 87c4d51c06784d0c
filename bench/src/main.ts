import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { measureBlocked } from './blocked.js'
import { measureCustomers } from './customers.js'
import { measureFanOut } from './fan-out.js'
import type { Figure } from './figure.js'
import { measureFunctions } from './functions.js'
import { measureGmail } from './gmail.js'
import { prepareGround, type Ground } from './ground.js'
import { measureImport } from './import.js'
import { measureInbox } from './inbox.js'
import { measureIntegrations } from './integrations.js'
import { measureLatency } from './latency.js'
import { measureLoad } from './load.js'
import { measureLongThread } from './long-thread.js'
import { measureMail } from './mail.js'
import { measureMemory } from './memory.js'
import { measureMessages } from './messages.js'
import { measurePublicApi } from './public-api.js'
import { measureRecorder } from './recorder.js'
import { measureRecording } from './recording.js'
import { measureReporting } from './reporting.js'
import { measureRowSecurity } from './row-security.js'
import { measureSmall } from './small.js'
import { measureSms } from './sms.js'
import { drawTable } from './table.js'
import { measureWebhooks } from './webhooks.js'
import { measureWidget } from './widget.js'

interface Benchmark {
  measure(ground: Ground): Promise<Figure | Figure[]>
  /** About how long a whole run takes. A shorter one measures a part of it. */
  seconds: number
}

const BENCHMARKS: Record<string, Benchmark> = {
  messages: { measure: measureMessages, seconds: 50 },
  'public-api': { measure: measurePublicApi, seconds: 50 },
  'row-security': { measure: measureRowSecurity, seconds: 50 },
  'fan-out': { measure: measureFanOut, seconds: 50 },
  memory: { measure: measureMemory, seconds: 120 },
  latency: { measure: measureLatency, seconds: 110 },
  load: { measure: measureLoad, seconds: 220 },
  small: { measure: measureSmall, seconds: 130 },
  inbox: { measure: measureInbox, seconds: 180 },
  blocked: { measure: measureBlocked, seconds: 90 },
  customers: { measure: measureCustomers, seconds: 240 },
  import: { measure: measureImport, seconds: 400 },
  recording: { measure: measureRecording, seconds: 130 },
  reporting: { measure: measureReporting, seconds: 180 },
  'long-thread': { measure: measureLongThread, seconds: 60 },
  webhooks: { measure: measureWebhooks, seconds: 90 },
  integrations: { measure: measureIntegrations, seconds: 120 },
  gmail: { measure: measureGmail, seconds: 250 },
  sms: { measure: measureSms, seconds: 120 },
  functions: { measure: measureFunctions, seconds: 120 },
  mail: { measure: measureMail, seconds: 150 },
  widget: { measure: measureWidget, seconds: 60 },
  recorder: { measure: measureRecorder, seconds: 200 },
}
const RESULTS = new URL('../results.json', import.meta.url)
/** Far more than any benchmark takes. */
const PATIENCE_MS = 1_800_000

async function main(args: string[]) {
  const { names, seconds } = readArguments(args)
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('Interrupted.')))
    process.on('uncaughtException', reject)
  })
  interrupted.catch(() => {})
  const figures: Figure[] = []
  try {
    for (const [name, { measure, seconds: whole }] of Object.entries(BENCHMARKS)) {
      if (names.length > 0 && !names.includes(name)) continue
      process.stdout.write(`Measuring ${name} …\n`)
      const ground = await prepareGround(Math.min(1, (seconds ?? whole) / whole))
      try {
        figures.push(...[await Promise.race([measure(ground), interrupted, late(name)])].flat())
      } finally {
        await ground.clear()
      }
    }
  } finally {
    if (seconds === undefined) await writeFile(RESULTS, `${JSON.stringify({ machine: machine(), figures }, null, 2)}\n`)
    if (figures.length > 0) process.stdout.write(`\n${drawTable(figures)}\n`)
    if (seconds !== undefined)
      process.stdout.write('\nA short run only shows that it works. Its figures say nothing.\n')
  }
}

function readArguments(args: string[]) {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string' } },
  })
  const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}. Choose from ${Object.keys(BENCHMARKS).join(', ')}.`)
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
  if (seconds !== undefined && !(seconds > 0)) throw new Error('--seconds takes a number above 0.')
  return { names, seconds }
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
    // The measured processes end when their connection to this one closes.
    process.exit(1)
  },
)
