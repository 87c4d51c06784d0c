import { expect, test } from 'vitest'
import { createMetrics } from './metrics.js'

test('writes the metrics as Prometheus text', async () => {
  const metrics = createMetrics()
  metrics.request('GET', '/api/customers/:id', 200, 0.004)
  metrics.request('GET', undefined, 404, 0.001)
  metrics.broadcast('conversation:7f0c')
  metrics.mailed('sent')
  metrics.watch('papercups_sockets', 'Open sockets.', () => 42)
  metrics.watchPool({ totalCount: 3, idleCount: 2, waitingCount: 1 })
  await metrics.job('messages.email', async () => {})
  await expect(metrics.job('messages.email', () => Promise.reject(new Error('down')))).rejects.toThrow('down')

  const text = await metrics.text()
  expect(metrics.content_type).toContain('text/plain')
  for (const line of [
    'papercups_http_request_duration_seconds_count{method="GET",route="/api/customers/:id",status="200"} 1',
    'papercups_http_request_duration_seconds_count{method="GET",route="(none)",status="404"} 1',
    'papercups_broadcasts_total{topic="conversation"} 1',
    'papercups_mails_total{outcome="sent"} 1',
    'papercups_sockets 42',
    'papercups_database_connections 3',
    'papercups_database_connections_idle 2',
    'papercups_database_waiting 1',
    'papercups_job_duration_seconds_count{job="messages.email",outcome="done"} 1',
    'papercups_job_duration_seconds_count{job="messages.email",outcome="failed"} 1',
    'process_resident_memory_bytes',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).not.toContain('7f0c')
})

test('two servers in one process have separate counts', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.mailed('sent')
  expect(await other.text()).not.toContain('papercups_mails_total{')
})
