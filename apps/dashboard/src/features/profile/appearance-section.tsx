import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Section } from '../../ui/section.js'

const THEMES: Array<{ value: MantineColorScheme; label: string }> = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title="Appearance" lead="For this browser. System follows your device.">
      <SegmentedControl
        aria-label="Theme"
        style={{ alignSelf: 'flex-start' }}
        data={THEMES}
        value={colorScheme}
        onChange={(theme) => setColorScheme(theme as MantineColorScheme)}
      />
    </Section>
  )
}
