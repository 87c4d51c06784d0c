import '@fontsource-variable/inter/wght.css'
import './app/global.css'
import './app/mantine-styles.js'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.js'
import { reloadOnOldChunks } from './app/reload-on-old-chunks.js'
import { destination } from './app/router.js'
import { watchForErrors } from './lib/log-error.js'
import { session } from './lib/session.js'

watchForErrors()
reloadOnOldChunks(destination)
window.addEventListener('storage', (event) => session.storageChanged(event.key))
void session.start()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
