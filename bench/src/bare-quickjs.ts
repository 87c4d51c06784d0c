import { bareCall, loadQuickJs } from './bare-call.js'

/** A process that loads QuickJS and calls one function. It tells when it has the result. */
const quickJs = await loadQuickJs()
process.send?.({ result: bareCall(quickJs) })
