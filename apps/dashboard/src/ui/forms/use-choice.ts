import { useState } from 'react'

/**
 * A value that is saved as soon as it is chosen. `shown` is the choice from `show` to `end`, else what is saved. A mutation reports
 * its values a moment after the click, and a switch that showed those would move back until then.
 */
export function useChoice<T>(saved: T) {
  const [choice, setChoice] = useState<{ value: T }>()
  return {
    shown: choice ? choice.value : saved,
    show: (value: T) => setChoice({ value }),
    end: () => setChoice(undefined),
  }
}
