export interface Registration {
  company_name: string
  email: string
  password: string
  password_confirmation: string
}

const SHORTEST_PASSWORD = 8

/** The sentence for each field that is not right yet. Those who were invited bring no company. */
export function checkRegistration(values: Registration, invited: boolean) {
  return {
    company_name: invited || values.company_name.trim() ? null : 'Company name is required',
    email: values.email.trim() ? null : 'Email is required',
    ...checkNewPassword(values),
  }
}

/** The rules of every place where a password is chosen. */
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
  // Counted as the server counts: an emoji is one character.
  return Array.from(password).length < SHORTEST_PASSWORD ? 'Password must be at least 8 characters' : null
}
