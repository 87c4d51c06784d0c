import { Anchor } from '@mantine/core'
import { websiteLink } from './website-link.js'

/** What is no web address is shown as text. */
export function Website({ url }: { url: string }) {
  const href = websiteLink(url)
  if (!href) return url
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </Anchor>
  )
}
