import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'

/** What both sides run: a function that reads an event and returns a small object. */
export const CODE = `const handler = ({ event, payload }) => ({ event, length: payload.body.length })`
export const INPUT = JSON.stringify({ event: 'message:created', payload: { body: 'x'.repeat(200) } })

/** QuickJS as its documentation shows, with no limits and no wall around it. */
export function loadQuickJs(): Promise<QuickJSWASMModule> {
  // The package declares its CommonJS export here, but this is its ES module.
  return newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant)
}

/** A new context, the code, one call. */
export function bareCall(quickJs: QuickJSWASMModule) {
  const context = quickJs.newContext()
  const code = `${CODE};JSON.stringify(handler(${INPUT}))`
  const result = context.unwrapResult(context.evalCode(code))
  const text = context.getString(result)
  result.dispose()
  context.dispose()
  return text
}
