/** Options by the names of `window.Papercups.config`. Wrappers pass form values, so nothing has a sure type. */
export type Options = Record<string, unknown>

export const flag = (value: unknown) => !!value && value !== '0' && value !== 'false'

// The page's word counts, except where the account has set one of these.
const ACCOUNT_FIRST = /^agent|Availability|Upfront/

/** What the page says over what `/api/widget_settings` says; the latter is nothing at all when the call failed. */
export function mergeOptions(config: Options, settings?: Options | null): Options {
  const options: Options = {}
  for (const source of [settings?.account, settings, config])
    // Not `for…in`: some pages have added to the prototype of everything.
    for (const [key, value] of Object.entries(source || {})) {
      const name = key.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
      const outranked = source === config && ACCOUNT_FIRST.test(name) && options[name]
      if (value != null && value !== '' && !outranked) options[name] = value
    }
  return options
}

export const color = (options: Options) =>
  String(options.primaryColor || options.color || '1890ff').replace(/^(?=[\da-f]{3,8}$)/i, '#')

/** An address that can answer: the hosts which the published widgets fall back to are gone. */
export const address = (value: unknown) =>
  /^https?:\/\/(?!([\w-]+\.)*papercups\.io([:/]|$)|chat-window\.vercel)./i.test(value as string)
    ? (value as string)
    : ''

/** Which edge of the window, and how far from it, as a style. */
export function place(position: unknown) {
  const { side = position, offset = 20 } = Object(position) as { side?: unknown; offset?: number }
  return (side === 'left' ? side : 'right') + ':' + offset + 'px'
}

/** The frame's address: all params that fit in a query, under the names of the published loaders. */
export function frameSource(url: string, params: Options) {
  const target = new URL(url)
  for (const [name, value] of Object.entries(params)) {
    if (value != null && value !== Object(value))
      target.searchParams.set(name, (value === !!value && !name.startsWith('is') ? +value : value) as string)
  }
  return target
}
