import { Anchor } from '@mantine/core'
import { safeLink } from '../../ui/safe-link.js'

/** Adds a missing https://. An unsafe URL is shown as text. */
export function Website({ url }: { url: string }) {
  const href = safeLink(url) ?? safeLink(`https://${url}`)
  if (!href) return url
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </Anchor>
  )
}
