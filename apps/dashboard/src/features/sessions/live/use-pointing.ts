import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { PointedPlace, ToPlayer } from '../player/messages.js'

type Push = (event: string, payload: object) => Promise<object>

export type Pointing = ReturnType<typeof usePointing>

/** An agent shows the visitor where to look. The visitor is asked first. */
export function usePointing(push: Push, send: (message: ToPlayer) => void) {
  const [state, setState] = useState<'off' | 'asking' | 'on'>('off')

  function change(next: typeof state) {
    setState(next)
    send({ kind: 'pointing', isOn: next === 'on' })
  }
  function fail() {
    change('off')
    notifications.show({ color: 'red', message: 'The visitor could not be reached. Please try again.' })
  }

  function ask() {
    change('asking')
    push('pointer:ask', {}).catch(fail)
  }

  return {
    state,
    ask,

    /** A visitor who loads another page before they answer loses the question. The recorder ignores a second one. */
    askAgain() {
      if (state === 'asking') ask()
    },

    answer(agreed: boolean) {
      if (state !== 'asking') return
      change(agreed ? 'on' : 'off')
      if (!agreed) notifications.show({ message: 'The visitor does not want you to point on their page.' })
    },

    show(place: PointedPlace) {
      if (state === 'on') push('pointer:show', place).catch(fail)
    },

    stop() {
      // Without a connection there is nobody to tell.
      push('pointer:hide', {}).catch(() => undefined)
      change('off')
    },
  }
}
