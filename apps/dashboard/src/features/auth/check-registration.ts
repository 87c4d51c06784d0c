export interface Registration {
  company_name: string
  email: string
  password: string
  password_confirmation: string
}

const MIN_PASSWORD_LENGTH = 8

/** The error of each invalid field. Invited people need no company name. */
export function checkRegistration(values: Registration, invited: boolean) {
  return {
    company_name: invited || values.company_name.trim() ? null : 'Company name is required',
    email: values.email.trim() ? null : 'Email is required',
    ...checkNewPassword(values),
  }
}

/** The rules for a new password. */
export function checkNewPassword({
  password,
  password_confirmation,
}: Pick<Registration, 'password' | 'password_confirmation'>) {
  return {
    password: checkPassword(password),
    password_confirmation: password_confirmation === password ? null : 'Password confirmation does not match',
  }
}

function checkPassword(password: string) {
  if (!password) return 'Password is required'
  // Counts like the server: an emoji is one character.
  return Array.from(password).length < MIN_PASSWORD_LENGTH ? 'Password must be at least 8 characters' : null
}
