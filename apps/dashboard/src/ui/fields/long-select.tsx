import { Select, type SelectProps } from '@mantine/core'
import styles from './long-select.module.css'

/**
 * A select for long lists. The list itself scrolls, not a box around it, so that screen readers know the list. It stays inside the page's landmark.
 */
export function LongSelect<Value extends string>(props: SelectProps<Value>) {
  return (
    <Select
      withScrollArea={false}
      classNames={{ options: styles.options ?? '' }}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      {...props}
    />
  )
}
