import type { Inbox } from '@papercups/contract'
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useLiveWidget } from '../../entities/widget/use-live-widget.js'
import { Section } from '../../ui/section.js'
import type { WidgetOptions } from './widget-options.js'
import styles from './widget-settings.module.css'

const MOMENTS = [
  { value: 'online', label: 'Somebody is online' },
  { value: 'away', label: 'Everybody is away' },
]
/** On narrow screens the menu stands where the button would. */
const ABOVE_THE_MENU = { toggleContainer: { bottom: '84px' } }

/** The widget itself, in the corner of this page, with everything that has not been saved yet. */
export function PreviewSection({ inbox, options }: { inbox: Inbox; options: WidgetOptions }) {
  const [moment, setMoment] = useState('online')
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
    { ...live, away: moment === 'away' },
  )
  return (
    <Section
      title="Preview"
      lead="In the corner of this page is your widget, as your site will show it. What you write there lands in your inbox."
    >
      <SegmentedControl
        aria-label="What the preview shows"
        className={styles.choice}
        data={MOMENTS}
        value={moment}
        onChange={setMoment}
      />
    </Section>
  )
}
