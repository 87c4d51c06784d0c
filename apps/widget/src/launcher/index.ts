import { dress, put } from './draw.js'
import { launch } from './launcher.js'
import type { Options } from './options.js'

declare global {
  interface Window {
    Papercups?: { config?: Options }
  }
}

const ID = 'PapercupsChatWidget'
const config: Options = window.Papercups?.config || {}
const token = (config.token || config.accountId) as string
// Only known while the script runs for the first time, not when the body arrives later.
const source = (document.currentScript as HTMLScriptElement | null)?.src
const origin = source ? new URL(source).origin : ''

function mount() {
  // A page may load the script twice.
  if (document.querySelector('#' + ID)) return
  const root = put(document.body, 'div')
  root.id = ID
  dress(root, 'all:initial')
  launch(root, config, token, origin)
}

if (!token) throw new Error('Papercups: no token')
if (document.body) mount()
else addEventListener('DOMContentLoaded', mount)
