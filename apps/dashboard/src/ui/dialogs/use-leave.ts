import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

const SEEN_AFTER = 1_000

/** Leaves the page of a deleted record after a moment, so that the user sees what happened. */
export function useLeave(to: string) {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => void navigate(to), SEEN_AFTER)
    return () => clearTimeout(timer)
  }, [leaving, navigate, to])
  return { leaving, leave: () => setLeaving(true) }
}
