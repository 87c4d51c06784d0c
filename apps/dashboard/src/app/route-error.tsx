import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { describeError } from '../lib/api-error.js'
import { logError } from '../lib/log-error.js'
import { Notice } from '../ui/notice.js'

/** Shown instead of a page that failed. The rest of the dashboard still works. */
export function RouteError() {
  const error = useRouteError()
  useEffect(() => logError('A page failed', error), [error])

  const actions = (
    <>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
      <Button variant="default" component="a" href="/">
        Go to the inbox
      </Button>
    </>
  )
  return (
    <Notice role="alert" heading="h1" title="This page failed" actions={actions}>
      {describeError(error)}
    </Notice>
  )
}
