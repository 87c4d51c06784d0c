import { createTheme, type AlertProps, type CSSVariablesResolver, type MantineTheme } from '@mantine/core'

/** Index 5 is the accent. Filled surfaces with text use index 7: white text on index 5 has too little contrast. */
const accent = [
  '#e6f4ff',
  '#bae0ff',
  '#91caff',
  '#69b1ff',
  '#3fa0ff',
  '#1890ff',
  '#0f7ae5',
  '#096dd9',
  '#0958b0',
  '#003a8c',
] as const

const grey = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e6eb',
  '#d2d6dd',
  '#b6bcc7',
  '#8b93a1',
  '#646b78',
  '#4a515d',
  '#31363f',
  '#1d2026',
] as const

const dark = [
  '#e4e6ea',
  '#c3c7ce',
  '#9fa6b2',
  '#7a818e',
  '#3b3f48',
  '#2e3138',
  '#24262c',
  '#191b1f',
  '#131417',
  '#0d0e10',
] as const

const font = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

export const theme = createTheme({
  colors: { accent, gray: grey, dark },
  primaryColor: 'accent',
  primaryShade: 7,
  white: '#ffffff',
  black: '#1d2026',
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // Not in a portal: elements at the end of the body are outside all landmarks, and screen readers miss them.
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: true,
        events: { hover: true, focus: true, touch: false },
        withinPortal: false,
        floatingStrategy: 'fixed',
      },
    },
    // A menu must focus one of its items first. Screen readers do not expect a placeholder there.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Yellow text on the light yellow ground has too little contrast.
    Alert: {
      styles: (_: MantineTheme, { color }: AlertProps) =>
        color === 'yellow' ? { label: { color: 'var(--text)' } } : {},
    },
    Modal: { styles: { title: { lineHeight: 1.4 } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, error: { fontSize: '0.75rem', marginTop: 4 } } },
  },
})

/** Colours by their use, so that no component names a grey. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--accent': accent[5],
  },
  light: {
    '--surface': '#ffffff',
    '--surface-sunk': grey[0],
    '--surface-hover': grey[1],
    '--surface-selected': '#e6f1fd',
    '--line': grey[2],
    '--text': '#1d2026',
    '--text-quiet': '#5b6270',
    '--bubble-theirs': grey[1],
    '--bubble-ours': '#dcedff',
    '--bubble-note': '#fff3c4',
    '--highlight': '#ffe58f',
    '--text-danger': '#c21d1d',
    '--text-good': '#1b7a3d',
    '--star': '#b25e00',
    '--mantine-color-placeholder': '#646b78',
    '--mantine-color-dimmed': '#5b6270',
    '--mantine-color-error': '#c21d1d',
  },
  dark: {
    '--surface': dark[7],
    '--surface-sunk': dark[8],
    '--surface-hover': dark[6],
    '--surface-selected': '#1b2c40',
    '--line': dark[5],
    '--text': dark[0],
    '--text-quiet': dark[2],
    '--bubble-theirs': '#282b32',
    '--bubble-ours': '#143352',
    '--bubble-note': '#3d3413',
    '--highlight': '#5c4a0f',
    '--text-danger': '#ff8f8f',
    '--text-good': '#6fd08c',
    '--star': '#ffb84d',
    '--mantine-color-placeholder': '#9fa6b2',
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-body': dark[7],
  },
})
