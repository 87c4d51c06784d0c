// The build wraps this script in a function and makes its import absolute.
import { address } from '@papercups/client-core'
import type { StorytimeOptions } from './options.js'
import { begin } from './storytime.js'

const { config } = (window as { Papercups?: { config?: StorytimeOptions & { token?: string } } }).Papercups ?? {}
const source = (document.currentScript as HTMLScriptElement | null)?.src
const accountId = config?.accountId || config?.token
const base = address(config?.baseUrl) || (source ? new URL(source).origin : '')

if (config && accountId) begin({ ...config, accountId }, base, () => import('./recording/start.js'))
else console.warn('Storytime needs window.Papercups.config.accountId.')
