import styles from '../conversation.module.css'

/** Always takes its space, so that nothing moves when somebody starts typing. */
export function TypingLine({ names }: { names: readonly string[] }) {
  return (
    <div className={styles.typing} role="status">
      {names.length > 0 && (
        <span dir="auto">{`${list.format(names)} ${names.length === 1 ? 'is' : 'are'} typing…`}</span>
      )}
    </div>
  )
}

const list = new Intl.ListFormat('en-US')
