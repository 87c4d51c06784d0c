import { TagsInput } from '@mantine/core'
import { isEmail } from '../../lib/is-email.js'

interface Props {
  label: string
  value: string[]
  onChange: (emails: string[]) => void
  /** The server's complaint. */
  error?: string | null
  required?: boolean
  /** In the composer. Fields of forms are larger. */
  small?: boolean
}

/** For forms. The field itself shows which email is wrong. */
export const checkEmails = (emails: string[]) => (emails.every(isEmail) ? null : 'Please correct the emails.')

/** Several emails as chips. A comma, a space or Enter ends each. */
export function EmailsField({ label, value, onChange, error, required = false, small = false }: Props) {
  const wrong = value.filter((email) => !isEmail(email))
  const complaint = wrong.length > 0 ? `Not an email: ${wrong.join(', ')}` : error
  return (
    <TagsInput
      label={label}
      size={small ? 'xs' : 'sm'}
      value={value}
      onChange={(emails) => onChange(emails.map((email) => email.replace(/^[\s,;]+|[\s,;]+$/g, '')).filter(Boolean))}
      splitChars={[',', ';', ' ']}
      maxTags={50}
      acceptValueOnBlur
      inputMode="email"
      autoComplete="off"
      error={complaint || (required && value.length === 0 ? 'Enter at least one email' : null)}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
