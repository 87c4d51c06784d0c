import { applyDiff } from '@papercups/client-core'
import type { PresenceState } from '@papercups/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { accountQuery, useMe } from '../../../entities/user/me.js'
import { customerName, userName } from '../../../entities/person-name.js'
import { useTopic } from '../../../lib/use-topic.js'

/** Longer than the three seconds between two typing reports. */
const FADES = 5_000

/** Who else views the conversation, and who is typing. */
export function useViewing({ id, customer, last_message }: ConversationRow) {
  const me = useMe()
  const { data: account } = useQuery(accountQuery)
  const [present, setPresent] = useState<PresenceState>({})
  const typing = useFading()

  useTopic(`viewing:${id}`, {
    presence_state: setPresent,
    presence_diff: (diff) => setPresent((state) => applyDiff(state, diff)),
    typing: (who) => typing.show('user_id' in who ? who.user_id : null),
  })
  // The message they were typing has arrived.
  const { hide } = typing
  useEffect(() => hide(last_message?.user_id ?? null), [hide, last_message?.id, last_message?.user_id])

  const colleague = (userId: number) => account?.users.find((user) => user.id === userId)
  const others = Object.keys(present).map((key) => Number(key.replace('user:', '')))
  return {
    viewers: others.flatMap((userId) => (userId === me.id ? [] : (colleague(userId) ?? []))),
    typing: typing.shown
      .filter((userId) => userId !== me.id)
      .map((userId) => (userId === null ? customerName(customer) : userName(colleague(userId)))),
  }
}

/** Keyed by user id; null is the customer. */
function useFading() {
  const [shown, setShown] = useState<readonly (number | null)[]>([])
  const timers = useRef(new Map<number | null, ReturnType<typeof setTimeout>>())
  const [fading] = useState(() => {
    const hide = (who: number | null) => {
      clearTimeout(timers.current.get(who))
      timers.current.delete(who)
      setShown((before) => (before.includes(who) ? before.filter((each) => each !== who) : before))
    }
    const show = (who: number | null) => {
      clearTimeout(timers.current.get(who))
      timers.current.set(
        who,
        setTimeout(() => hide(who), FADES),
      )
      setShown((before) => (before.includes(who) ? before : [...before, who]))
    }
    return { hide, show }
  })

  useEffect(() => {
    const running = timers.current
    return () => running.forEach((timer) => clearTimeout(timer))
  }, [])
  return { shown, ...fading }
}
