import { createContext, use } from 'react'
import type { Opened } from './conversations-drawer.js'
import { formatNumber } from './report-formats.js'
import styles from './reporting.module.css'

/** Opens the conversations behind a number. */
export const OpenNumber = createContext<(opened: Opened) => void>(() => undefined)

export const useOpenNumber = () => use(OpenNumber)

interface Props {
  value: number
  about: Opened
  /** Instead of the number itself. */
  shown?: string
}

/** A number of the report as a button. */
export function NumberButton({ value, about, shown }: Props) {
  const open = useOpenNumber()
  return <ButtonOf {...{ value, shown, title: about.title }} onClick={() => open(about)} />
}

interface ButtonProps extends Pick<Props, 'value'> {
  shown?: string | undefined
  title: string
  onClick: () => void
}

/** Zero has nothing behind it. */
export function ButtonOf({ value, shown = formatNumber(value), title, onClick }: ButtonProps) {
  if (value === 0) return shown
  return (
    <button type="button" className={styles.number} {...{ title, onClick }}>
      {shown}
    </button>
  )
}
