import { createContext, use } from 'react'
import type { Opened } from './conversations-drawer.js'
import { formatNumber } from './report-formats.js'
import styles from './reporting.module.css'

/** Opens the conversations behind a number. */
export const OpenNumber = createContext<(opened: Opened) => void>(() => undefined)

export const useOpenNumber = () => use(OpenNumber)

/** For the bars of a chart: a click on one opens the conversations behind its row. */
export function useOpenRow<Row>(rows: Row[], about: (row: Row) => Opened) {
  const open = useOpenNumber()
  return onBar(rows, (row) => open(about(row)))
}

/** The click of the chart itself reports the bar that the pointer was on last, not the one clicked. So each bar has its own. */
export const onBar = <Row,>(rows: Row[], open: (row: Row) => void) => ({
  cursor: 'pointer',
  onClick: (_: unknown, at: number) => {
    const row = rows[at]
    if (row) open(row)
  },
})

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
