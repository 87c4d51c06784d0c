import { useRef, useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { shownAWhile } from '../../lib/shown-a-while.js'

interface Shown {
  look: 'good' | 'bad' | 'busy'
  text: string
}

/** Verifies the URL of a field when the user leaves it. The webhook can be saved either way. */
export function useVerification() {
  const [shown, setShown] = useState<Shown>()
  /** Of the last URL. An answer about an earlier one is ignored. */
  const latest = useRef<object>({})

  function forget() {
    latest.current = {}
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
  function check(url: string) {
    if (!url.trim() || shown) return
    const current = {}
    latest.current = current
    setShown({ look: 'busy', text: 'Verifying...' })
    void verify(url.trim()).then((result) => {
      if (latest.current === current) setShown(result)
    })
  }
  return { look: shown?.look, text: shown?.text, check, forget }
}
