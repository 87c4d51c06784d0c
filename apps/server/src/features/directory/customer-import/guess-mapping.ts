import type { ImportField, ImportMapping } from '@papercups/contract'

/** Common headers, without spaces and punctuation. */
const KNOWN: Array<[field: Exclude<ImportField, 'metadata'>, headers: string[]]> = [
  ['name', ['name', 'fullname', 'customername', 'customer', 'displayname', 'contactname', 'contact']],
  ['email', ['email', 'emailaddress', 'mail', 'mailaddress', 'useremail', 'customeremail']],
  ['phone', ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'mobilephone', 'cellphone']],
  ['external_id', ['externalid', 'userid', 'customerid', 'uid', 'externaluserid']],
  ['company', ['company', 'companyname', 'organization', 'organisation', 'employer']],
]
/** Columns of our own export that cannot be imported. */
const OURS = new Set(['id', 'tags', 'firstseen', 'lastseenat', 'createdat', 'updatedat', 'metadata'])

/** Each field from the first column with a matching header. Other columns become metadata. */
export function guessMapping(headers: string[]): ImportMapping {
  const taken = new Set<ImportField>()
  return headers.flatMap((header, column): ImportMapping => {
    const plain = header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    const field = KNOWN.find(([, names]) => names.includes(plain))?.[0]
    if (field && !taken.has(field)) {
      taken.add(field)
      return [{ column, field }]
    }
    return plain && !OURS.has(plain) ? [{ column, field: 'metadata', name: header }] : []
  })
}
