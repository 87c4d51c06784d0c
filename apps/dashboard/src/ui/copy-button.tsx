import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy-text.js'
import { IconButton } from './icon-button.js'

const SHOWN = 2_000

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <IconButton label={label} onClick={() => void copyText(text).then(setCopied)}>
      {copied ? <IconCheck size={18} stroke={1.75} /> : <IconCopy size={18} stroke={1.75} />}
    </IconButton>
  )
}
