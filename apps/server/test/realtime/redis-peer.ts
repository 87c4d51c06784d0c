import { startRealtime } from './rig.js'

/** A second server process: prints its port and broadcasts each line of its standard input. */
const [url = '', lease_ms] = process.argv.slice(-2)
const { realtime, port } = await startRealtime({ redis: { url, install: 'acme' }, lease_ms: Number(lease_ms) })
process.stdin.on('data', (chunk) => {
  for (const line of chunk.toString().split('\n').filter(Boolean)) {
    const [topic, event, payload] = JSON.parse(line) as [string, string, unknown]
    realtime.broadcast(topic, event, payload)
  }
})
process.stdout.write(`${port}\n`)
