import type { RecordingSettings } from '@papercups/contract'

export const LIMITS = { keep_days: { min: 1, max: 365 }, max_megabytes: { min: 10, max: 100_000 } }

/** What the fields contain: numbers as typed, pages one a line. */
export type SettingsValues = Omit<RecordingSettings, 'keep_days' | 'max_megabytes' | 'only_pages' | 'except_pages'> &
  Record<'keep_days' | 'max_megabytes' | 'only_pages' | 'except_pages', string>

export const toValues = (settings: RecordingSettings): SettingsValues => ({
  ...settings,
  keep_days: String(settings.keep_days),
  max_megabytes: String(settings.max_megabytes),
  only_pages: settings.only_pages.join('\n'),
  except_pages: settings.except_pages.join('\n'),
})

export const toSettings = (values: SettingsValues): RecordingSettings => ({
  ...values,
  keep_days: Number(values.keep_days),
  max_megabytes: Number(values.max_megabytes),
  only_pages: linesOf(values.only_pages),
  except_pages: linesOf(values.except_pages),
})

/** Says what is wrong with a number. */
export function findProblem(field: keyof typeof LIMITS, value: string): string | undefined {
  const { min, max } = LIMITS[field]
  const isRight = /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
  return isRight ? undefined : `Enter a whole number from ${min} to ${max}.`
}

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
