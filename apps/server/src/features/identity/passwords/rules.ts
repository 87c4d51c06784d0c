import type { FieldErrors } from '../../../platform/errors.js'
import { isCommonPassword } from './common-passwords.js'

export interface NewPassword {
  password?: string | null
  password_confirmation?: string | null
}

/** The errors of a chosen password by field; empty if it is accepted. */
export async function passwordComplaints({ password, password_confirmation }: NewPassword): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  // An emoji counts as one character, as in the dashboard.
  const length = Array.from(password ?? '').length
  if (!password) errors.password = ["can't be blank"]
  else if (length < 8) errors.password = ['should be at least 8 character(s)']
  else if (length > 4096) errors.password = ['should be at most 4096 character(s)']
  else if (await isCommonPassword(password)) errors.password = ['is too common: others guess it first']
  if (password !== password_confirmation) errors.password_confirmation = ['does not match confirmation']
  return errors
}
