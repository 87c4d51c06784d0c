import { Button } from '@mantine/core'
import { Component, lazy, type ComponentType, type ReactNode } from 'react'
import { logError } from '../lib/log-error.js'
import { untilLoaded } from '../lib/until-loaded.js'
import styles from './lazy-part.module.css'
import { Notice } from './notice.js'

/**
 * A component that loads on demand. While the server is unreachable it keeps trying, and the rest of the page stays with everything typed there. If the chunk is missing, only this part shows an error: the page may be older than the server, and browsers do not retry a failed script.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazy(async () => ({
    default: await untilLoaded(load).catch((error: unknown) => {
      throw new Missing('A part of the page is missing', { cause: error })
    }),
  })) as unknown as ComponentType<P>
  return function LazyPart(props: P) {
    return (
      <Boundary>
        <Part {...props} />
      </Boundary>
    )
  }
}

class Missing extends Error {}

class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error instanceof Missing) return <PartMissing />
    // The page shows other errors.
    if (error instanceof Error) throw error
    return this.props.children
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof Missing) logError(error.message, error.cause)
  }
}

function PartMissing() {
  const reload = <Button onClick={() => window.location.reload()}>Reload the page</Button>
  return (
    <div className={styles.missing}>
      <Notice role="alert" title="This part could not be loaded" actions={reload}>
        The rest of the page still works.
      </Notice>
    </div>
  )
}
