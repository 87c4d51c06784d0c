import type { Customer, CustomerBasic, CustomerSelf } from '@papercups/contract'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

export const CUSTOMER_COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'external_id',
  'profile_photo_url',
  'company_id',
  'host',
  'pathname',
  'current_url',
  'browser',
  'os',
  'metadata',
  'created_at',
  'updated_at',
] as const satisfies Array<keyof CustomerRow>

export interface CustomerRow {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  external_id: string | null
  profile_photo_url: string | null
  company_id: string | null
  host: string | null
  pathname: string | null
  current_url: string | null
  browser: string | null
  os: string | null
  metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
}

export interface FullCustomerRow extends CustomerRow {
  first_seen: string
  last_seen_at: Date | null
  ip: string | null
  time_zone: string | null
}

export const customerTitle = (row: Pick<CustomerRow, 'name' | 'email'>) => row.name || row.email || 'Anonymous User'

export function toCustomerBasic(row: CustomerRow): CustomerBasic {
  return {
    id: row.id,
    object: 'customer',
    name: row.name,
    email: row.email,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    phone: row.phone,
    external_id: row.external_id,
    profile_photo_url: row.profile_photo_url,
    company_id: row.company_id,
    host: row.host,
    pathname: row.pathname,
    current_url: row.current_url,
    browser: row.browser,
    os: row.os,
    metadata: row.metadata,
    title: customerTitle(row),
  }
}

export function toCustomer(row: FullCustomerRow): Customer {
  return {
    ...toCustomerBasic(row),
    first_seen: row.first_seen,
    last_seen_at: toInstantOrNull(row.last_seen_at),
    ip: row.ip,
    time_zone: row.time_zone,
  }
}

/** For the customer's own browser: without the team's fields and the IP. */
export function toCustomerSelf(row: FullCustomerRow): CustomerSelf {
  const { ip: _ip, company_id: _company_id, ...self } = toCustomer(row)
  return self
}
