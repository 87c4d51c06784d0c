import { useRef, useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { shownAWhile } from '../../lib/shown-a-while.js'

interface Shown {
  look: 'good' | 'bad' | 'busy'
  text: string
}

/** Verifies the URL of a field. A webhook that is not verified can be saved, but not before the user has seen it. */
export function useVerification() {
  const [shown, setShown] = useState<Shown>()
  /** Of the last URL. An answer about an earlier one is ignored. */
  const latest = useRef<Promise<Shown>>(null)

  function forget() {
    latest.current = null
    setShown(undefined)
  }
  async function verify(url: string): Promise<Shown> {
    try {
      const answer = api.post('/event_subscriptions/verify', { body: { url } })
      const { verified, problem } = await shownAWhile(answer)
      return verified ? { look: 'good', text: 'Verified!' } : { look: 'bad', text: `Not verified. ${problem ?? ''}` }
    } catch (error) {
      return { look: 'bad', text: describeError(error) }
    }
  }
  /** Says whether the URL is verified. Leaving the field and saving share one call. */
  async function check(url: string): Promise<boolean> {
    if (latest.current) return (await latest.current).look === 'good'
    setShown({ look: 'busy', text: 'Verifying...' })
    const current = verify(url.trim())
    latest.current = current
    const result = await current
    if (latest.current === current) setShown(result)
    return result.look === 'good'
  }
  return { look: shown?.look, text: shown?.text, check, forget }
}
