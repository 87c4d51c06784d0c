import { asksForPrivacy, mayRecord, type RecordingSettings } from './may-record.js'
import type { StorytimeOptions } from './options.js'
import type { Recording, startRecording } from './recording/start.js'

type LoadRecording = () => Promise<{ startRecording: typeof startRecording }>

const RECHECK_MS = 500

/** One visit of this tab. It loads the part that records only while it records. */
export class Visit {
  /** True once the server has accepted the session. */
  initialized = false
  accountId: string
  sessionId: string | null = null
  customerId: string | null = null
  readonly #options: StorytimeOptions
  readonly #base: string
  readonly #load: LoadRecording
  #recording: Recording | undefined
  /** Replaced with each start and stop, so that a start that still waits ends. */
  #turn = {}

  constructor(options: StorytimeOptions, base: string, load: LoadRecording) {
    this.accountId = options.accountId
    this.#options = options
    this.#base = base.replace(/\/+$/, '')
    this.#load = load
    if (!options.requireConsent) this.#start()
  }

  /** The visitor's answer. `false` ends a recording that has begun. */
  consent(agreed: boolean) {
    if (!agreed) this.#stop('drop')
    else if (!this.#recording) this.#start()
  }

  /** Ends the session and stops recording. */
  finish() {
    this.#stop('send')
    if (window.Storytime === this) delete window.Storytime
  }

  #stop(rest: 'send' | 'drop') {
    this.#turn = {}
    this.#recording?.finish(rest)
    this.#recording = undefined
    this.initialized = false
  }

  #start() {
    const turn = (this.#turn = {})
    this.#begin(() => this.#turn === turn).catch((error: unknown) => this.#log('cannot record:', error))
  }

  async #begin(isCurrent: () => boolean) {
    const settings = await this.#readSettings()
    if (!settings.enabled) return this.#log('recording is off for this account')
    if (settings.respect_privacy_signals && asksForPrivacy(navigator)) return this.#log('the visitor asks for privacy')
    const may = () => mayRecord(location.pathname, settings, this.#options.blocklist ?? [])
    // A page that loads in the background may never be seen.
    while (document.visibilityState !== 'visible' || !may()) {
      await new Promise((resolve) => setTimeout(resolve, RECHECK_MS))
      if (!isCurrent()) return
    }
    const part = await this.#load()
    if (!isCurrent()) return
    this.#recording = part.startRecording({
      account_id: this.accountId,
      base: this.#base,
      options: this.#options,
      settings,
      may,
      joined: (session_id, customer_id) => {
        this.initialized = true
        this.sessionId = session_id
        this.customerId = customer_id
        this.#log('recording', session_id)
      },
      // The site signed the person out. What follows belongs to another visit.
      left: () => {
        this.#stop('send')
        this.#start()
      },
      log: (...what) => this.#log(...what),
    })
  }

  async #readSettings() {
    const answer = await fetch(`${this.#base}/api/recording_settings?account_id=${encodeURIComponent(this.accountId)}`)
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return ((await answer.json()) as { data: RecordingSettings }).data
  }

  #log(...what: unknown[]) {
    if (this.#options.debug) console.debug('[Storytime]', ...what)
  }
}

declare global {
  interface Window {
    Storytime?: Visit
  }
}

/** Starts the recorder once per page. A second call returns the first one. */
export function begin(options: StorytimeOptions, base: string, load: LoadRecording): Visit {
  if (window.Storytime) {
    console.warn('Storytime is running on this page.')
    return window.Storytime
  }
  if (!options.accountId || !base) throw new Error('Storytime needs accountId and baseUrl.')
  return (window.Storytime = new Visit(options, base, load))
}
