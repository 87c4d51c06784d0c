import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { lazyPart } from '../ui/lazy-part.js'
import { createQueryClient } from './query-client.js'
import { router } from './router.js'
import { cssVariables, theme } from './theme.js'

const colorSchemes = localStorageColorSchemeManager({ key: 'papercups.theme' })

/** Loaded beside the pages. Notices shown before it has loaded wait for it. */
const Notices = lazyPart(async () => (await import('./notices.js')).Notices)

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Suspense>
        <Notices />
      </Suspense>
    </MantineProvider>
  )
}
