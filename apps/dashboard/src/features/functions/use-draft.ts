import type { Lambda } from '@papercups/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.js'
import { logError } from '../../lib/log-error.js'
import { readJson, storage } from '../../lib/storage.js'
import { functionQuery, storeFunction } from './function-queries.js'
import { sampleFor } from './sample.js'

const SAVE_AFTER_MS = 400

interface Copy {
  code: string
  /** The server has it, too. */
  is_saved: boolean
}

export type DraftState = 'saved' | 'unsaved' | 'saving' | 'failed'

/** The code in the editor. It is saved when the user pauses. This browser keeps a copy, so that a reload loses nothing. */
export function useDraft({ id, code: stored }: Lambda) {
  const key = `papercups.function.${id}`
  const cache = useQueryClient()
  const [first] = useState(() => {
    const copy = readJson<Copy>(storage, key)
    return copy && !copy.is_saved ? copy.code : null
  })
  const [code, setCode] = useState(first ?? stored ?? sampleFor(window.location.origin))
  const [state, setState] = useState<DraftState>(first === null ? 'saved' : 'unsaved')
  const latest = useRef(code)
  /** The last call. The next one waits for it, so that an older text never arrives last. */
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const keep = (copy: Copy) => storage.setItem(key, JSON.stringify(copy))

  /** Sends the code with a call that stores it. It is not saved at the same time. */
  async function store(send: (code: string) => Promise<Lambda>) {
    setState('saving')
    const before = turn.current
    const call = before.then(async () => {
      const sent = latest.current
      storeFunction(cache, await send(sent))
      if (latest.current !== sent) return setState('unsaved')
      keep({ code: sent, is_saved: true })
      return setState('saved')
    })
    turn.current = call.catch(() => undefined)
    return call
  }

  async function save() {
    try {
      await store((code) => api.put('/lambdas/:id', { params: { id }, body: { lambda: { code } } }))
    } catch (error) {
      logError('The function was not saved', error)
      setState('failed')
      void cache.invalidateQueries({ ...functionQuery(id), exact: true })
    }
  }

  const saving = useRef(save)
  useEffect(() => {
    saving.current = save
  })
  useEffect(() => {
    if (state !== 'unsaved') return
    const timer = setTimeout(() => void saving.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [code, state])

  function change(text: string) {
    if (text === latest.current) return
    latest.current = text
    keep({ code: text, is_saved: false })
    setCode(text)
    setState('unsaved')
  }

  /** The server has replaced the code. */
  function replace(text: string) {
    latest.current = text
    keep({ code: text, is_saved: true })
    setCode(text)
    setState('saved')
  }

  return { code, state, change, save, store, replace }
}

export type Draft = ReturnType<typeof useDraft>
