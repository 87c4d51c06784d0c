import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { describeError } from '../../lib/api-error.js'
import { loadStripe, type CardElement, type StripeJs } from './stripe-js.js'

/** Stripe's own field inside the given place. It is ready when Stripe.js and the field are loaded. */
export function useCardForm() {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [stripe, setStripe] = useState<StripeJs>()
  const [card, setCard] = useState<CardElement>()
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isDark = useComputedColorScheme() === 'dark'

  useEffect(() => {
    let isOpen = true
    loadStripe().then(
      (loaded) => isOpen && setStripe(loaded),
      (error: unknown) => isOpen && setProblem(describeError(error)),
    )
    return () => void (isOpen = false)
  }, [])

  useEffect(() => {
    if (!stripe || !place) return undefined
    const color = isDark ? '#e9ecef' : '#212529'
    const created = stripe.elements().create('card', { style: { base: { color, fontSize: '16px' } } })
    created.on('ready', () => setReady(true))
    created.on('change', ({ error }) => setProblem(error?.message ?? null))
    created.mount(place)
    setCard(created)
    return () => {
      setReady(false)
      created.destroy()
    }
  }, [stripe, place, isDark])

  return { place: setPlace, stripe, card, isReady, problem }
}
