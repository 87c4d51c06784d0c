const WORDS: Record<string, string> = {
  name: 'name',
  email: 'email',
  phone: 'phone number',
  external_id: 'external ID',
  profile_photo_url: 'picture',
  company_id: 'company',
  metadata: 'metadata',
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** the name, email and phone number */
export const describeFields = (fields: string[]) =>
  `the ${list.format(fields.map((field) => WORDS[field] ?? field.replaceAll('_', ' ')))}`
