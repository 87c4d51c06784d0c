import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

const SEEN_AFTER = 1_000

/** What the page was about is gone: whoever did that sees it for a moment, and then stands before what is left. */
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
