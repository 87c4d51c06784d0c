import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'

const TIMEOUT_MS = 10_000

/** Enqueue it in the transaction of the change. It does nothing without OPERATOR_SLACK_WEBHOOK_URL. */
export const noteToOperator = defineJob({
  name: 'operator-notes.send',
  input: Type.Object({ text: Type.String() }),
  async run(_account, { text }, platform) {
    const url = platform.config.operator_slack_webhook_url
    if (!url) return
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: escapeForSlack(text) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Without the URL, which is a secret.
    if (!response.ok) throw new Error(`the operator's channel answered ${response.status}`)
  },
})

/** A company may be called `<!channel>`, which would call everybody. */
const escapeForSlack = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
