import { PRESET_COLORS } from './colors.js'
import styles from './demo-page.module.css'

interface Props {
  value: string
  onChange: (color: string) => void
}

export function ColorChoice({ value, onChange }: Props) {
  return (
    <fieldset className={styles.colors}>
      <legend>Color</legend>
      <div className={styles.swatches}>
        {PRESET_COLORS.map((color) => (
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
      </div>
    </fieldset>
  )
}
