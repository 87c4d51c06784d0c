import { Notice } from '../ui/notice.js'

export function SandboxPage() {
  return (
    <main style={{ height: '100dvh' }}>
      <title>Sandbox · Papercups</title>
      <Notice heading="h1" title="UI Sandbox!" />
    </main>
  )
}
