import { IconColorPicker } from '@tabler/icons-react'
import styles from './color-choice.module.css'
import { PRESET_COLORS } from './preset-colors.js'

interface Props {
  colors?: ReadonlyArray<{ value: string; name: string }>
  /** # and six hex digits. The browser's colour picker does not accept shorter values. */
  value: string
  onChange: (color: string) => void
}

/** Picks a preset colour or any other. */
export function ColorChoice({ colors = PRESET_COLORS, value, onChange }: Props) {
  const isPreset = colors.some((color) => color.value.toLowerCase() === value.toLowerCase())
  return (
    <fieldset className={styles.colors}>
      <legend>Color</legend>
      <div className={styles.swatches}>
        {colors.map((color) => (
          <label key={color.value} className={styles.swatch} title={color.name}>
            <input
              type="radio"
              name="color"
              aria-label={color.name}
              checked={color.value.toLowerCase() === value.toLowerCase()}
              onChange={() => onChange(color.value)}
            />
            <span style={{ background: color.value }} />
          </label>
        ))}
        <label className={styles.swatch} title="Another color" data-chosen={isPreset ? undefined : true}>
          <input
            type="color"
            aria-label="Another color"
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span style={isPreset ? undefined : { background: value }}>
            {isPreset && <IconColorPicker size={16} stroke={1.75} aria-hidden="true" />}
          </span>
        </label>
      </div>
    </fieldset>
  )
}
