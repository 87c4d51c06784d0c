import type { AccountChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { invalid, type FieldErrors } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { toSettings } from '../../account/accounts/present.js'
import { updateAccount } from '../../account/accounts/unscoped.js'
import { isWebUrl } from '../../account/accounts/web-url.js'
import { isTimeZone, withDayName } from '../../account/accounts/working-hours.js'

/** Fields that are not given stay. Working hours and settings are replaced as a whole: clients send all of them. */
export async function saveAccount(platform: Platform, account: Account, changes: AccountChanges) {
  const errors = complaints(changes)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { company_name, company_logo_url, time_zone, working_hours, settings, language } = changes
  await updateAccount(platform, account.id, {
    ...(company_name != null && { company_name: company_name.trim() }),
    ...(company_logo_url !== undefined && { company_logo_url }),
    ...(time_zone !== undefined && { time_zone }),
    ...(working_hours !== undefined && { working_hours: JSON.stringify((working_hours ?? []).map(withDayName)) }),
    ...(settings !== undefined && { settings: settings && JSON.stringify(toSettings(settings)) }),
    ...(language !== undefined && { language: language ?? 'en' }),
    updated_at: new Date(),
  })
}

function complaints(changes: AccountChanges): FieldErrors {
  const { company_name, company_logo_url, time_zone, working_hours } = changes
  const errors: FieldErrors = {}
  if (company_name !== undefined && !company_name?.trim()) errors.company_name = ["can't be blank"]
  if (!isWebUrl(company_logo_url)) errors.company_logo_url = ['is invalid']
  if (time_zone != null && !isTimeZone(time_zone)) errors.time_zone = ['is invalid']
  if (working_hours?.some(({ start_minute, end_minute }) => end_minute === start_minute)) {
    errors.working_hours = { end_minute: ['must differ from the start'] }
  }
  return errors
}
