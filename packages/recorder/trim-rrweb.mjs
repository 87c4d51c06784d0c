/** Parts of `@rrweb/record` that we never use, with what replaces them. They are a fifth of its size. */
const DECLARATIONS = {
  // Not recorded: canvas, fonts, custom elements, selected text, playing media and frames of other origins.
  'class CanvasManager {': 'class CanvasManager { freeze() {} unfreeze() {} lock() {} unlock() {} reset() {} }',
  'class CrossOriginIframeMirror {': 'class CrossOriginIframeMirror {}',
  'function initFontObserver(': 'function initFontObserver() { return () => {} }',
  'function initCustomElementObserver(': 'function initCustomElementObserver() { return () => {} }',
  'function initSelectionObserver(': 'function initSelectionObserver() { return () => {} }',
  'function initMediaInteractionObserver(': 'function initMediaInteractionObserver() { return () => {} }',
  'function mergeHooks(': 'function mergeHooks() {}',
  'class BaseRRNode {': 'class BaseRRNode {}',
  // The rules of a style element with several texts are all kept in its first text.
  'function markCssSplits(': 'function markCssSplits(cssText) { return cssText }',
  'function slimDOMDefaults(': 'function slimDOMDefaults(options) { return options }',
  // Scripts and meta elements often hold tokens, and a replay needs neither.
  'function slimDOMExcluded(': `function slimDOMExcluded(node) {
    if (node.type === NodeType.Comment) return true
    if (node.type !== NodeType.Element) return false
    const { rel } = node.attributes
    return /^(script|meta)$/.test(node.tagName) || (node.tagName === 'link' && !!rel && !/stylesheet|preload/.test(rel))
  }`,
}
/** Of an object that only warns. */
const DEPRECATED = 'typeof window !== "undefined" && window.Proxy && window.Reflect'
const CONDITIONS = [
  'tagName === "canvas" && recordCanvas',
  'tagName === "img" && inlineImages',
  'o.collectFonts',
  DEPRECATED,
]

/** A plugin of rolldown. Throws if a new version of the library looks different. */
export const trimRrweb = {
  name: 'trim-rrweb',
  transform: {
    filter: { id: /@rrweb\/record\/dist\/record\.js$/ },
    handler(code) {
      for (const [start, replacement] of Object.entries(DECLARATIONS)) code = replaceBlock(code, start, replacement)
      code = replaceMethods(code)
      for (const condition of CONDITIONS) code = replaceOnce(code, condition, 'false')
      return { code, map: null }
    },
  },
}

function replaceBlock(code, start, replacement) {
  const from = positionOf(code, `\n${start}`)
  const to = positionOf(code, '\n}\n', from)
  return `${code.slice(0, from)}\n${replacement}${code.slice(to + 2)}`
}

/** The rest of IframeManager is about frames of other origins. */
function replaceMethods(code) {
  const from = positionOf(code, '\n  handleMessage(message) {')
  return `${code.slice(0, from)}\n  handleMessage() {}${code.slice(positionOf(code, '\n}\n', from))}`
}

function replaceOnce(code, text, replacement) {
  const at = positionOf(code, text)
  return code.slice(0, at) + replacement + code.slice(at + text.length)
}

function positionOf(code, text, from = 0) {
  const at = code.indexOf(text, from)
  if (at < 0) throw new Error(`@rrweb/record has changed: there is no ${text.trim()}`)
  return at
}
