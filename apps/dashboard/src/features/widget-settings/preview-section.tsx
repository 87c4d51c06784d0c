import type { Inbox } from '@papercups/contract'
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useLiveWidget } from '../../entities/widget/use-live-widget.js'
import { Section } from '../../ui/section.js'
import type { WidgetOptions } from './widget-options.js'
import styles from './widget-settings.module.css'

const AVAILABILITIES = [
  { value: 'online', label: 'Somebody is online' },
  { value: 'away', label: 'Everybody is away' },
]
/** On narrow screens the menu is at the bottom, where the button would be. */
const ABOVE_THE_MENU = { toggleContainer: { bottom: '84px' } }

/** Shows the real widget in the corner of this page, with unsaved changes. */
export function PreviewSection({ inbox, options }: { inbox: Inbox; options: WidgetOptions }) {
  const [availability, setAvailability] = useState('online')
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { iconVariant, ...live } = options
  useLiveWidget(
    {
      token: inbox.account_id,
      inbox: inbox.id,
      iconVariant,
      isOpenByDefault: wide ?? false,
      ...(narrow && { styles: ABOVE_THE_MENU }),
    },
    { ...live, away: availability === 'away' },
  )
  return (
    <Section
      title="Preview"
      lead="Your widget is in the corner of this page, as it will look on your site. Messages you write there go to your inbox."
    >
      <SegmentedControl
        aria-label="What the preview shows"
        className={styles.choice}
        data={AVAILABILITIES}
        value={availability}
        onChange={setAvailability}
      />
    </Section>
  )
}
