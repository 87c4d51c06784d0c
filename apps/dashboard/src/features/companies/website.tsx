import { Anchor } from '@mantine/core'
import { safeLink } from '../../ui/safe-link.js'

/** Most people leave out how an address begins. What leads nowhere is only shown. */
export function Website({ url }: { url: string }) {
  const href = safeLink(url) ?? safeLink(`https://${url}`)
  if (!href) return url
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </Anchor>
  )
}
