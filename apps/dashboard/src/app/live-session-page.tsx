import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { customerQuery } from '../entities/customer/customers.js'
import { StartConversation } from '../features/customers/start-conversation.js'
import { LiveSessionPage as LiveSession } from '../features/sessions/live/live-session-page.js'
import { lazyPart } from '../ui/lazy-part.js'
import { SectionSkeletons } from '../ui/page.js'

const VisitorPanel = lazyPart(async () => (await import('./visitor-panel.js')).VisitorPanel)

export function LiveSessionPage() {
  return (
    <LiveSession
      renderPanel={(customerId) => (
        <Suspense fallback={<SectionSkeletons heights={[160]} />}>
          <VisitorPanel customerId={customerId} />
        </Suspense>
      )}
      renderStart={(customerId) => <Start customerId={customerId} />}
    />
  )
}

function Start({ customerId }: { customerId: string }) {
  const { data: customer } = useQuery(customerQuery(customerId))
  return customer && <StartConversation customer={customer} isFirst />
}
