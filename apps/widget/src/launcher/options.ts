/** Options by the names of `window.Papercups.config`. Wrappers pass form values, so nothing has a sure type. */
export type Options = Record<string, unknown>

export const flag = (value: unknown) => !/^(0|false|null|undefined)?$/.test(value as string)

// The page wins, except for `requireEmailUpfront` and all about agents, if the account has set them.
const ACCOUNT_FIRST = /agent|Upfront/i

/** Merges page options over `/api/widget_settings`, which is missing if the call failed. */
export function mergeOptions(config: Options, settings?: Options | null): Options {
  const options: Options = {}
  for (const source of [settings?.account, settings, config])
    // Not `for…in`: some pages extend Object.prototype.
    for (const [key, value] of Object.entries(source || {})) {
      const name = key.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
      const outranked = source === config && options[name] && ACCOUNT_FIRST.test(name)
      if (value != null && value !== '' && !outranked) options[name] = value
    }
  return options
}

export const color = (options: Options) =>
  String(options.primaryColor || options.color || '1890ff').replace(/^(?=[\da-f]{3,8}$)/i, '#')

/** The side and distance as a style. */
export function place(position: unknown) {
  const { side = position, offset = 20 } = Object(position) as { side?: unknown; offset?: number }
  return (side === 'left' ? side : 'right') + ':' + offset + 'px'
}

/** The frame's address: all params that fit in a query, under the names of the published loaders. */
export function frameSource(url: string, params: Options) {
  const target = new URL(url)
  for (const [name, value] of Object.entries(params)) {
    if (value != null && value !== Object(value))
      target.searchParams.set(name, (value === !!value && name[0] !== 'i' ? +value : value) as string)
  }
  return target
}
