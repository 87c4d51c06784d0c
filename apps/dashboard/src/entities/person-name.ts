import type { Customer, CustomerBasic, User } from '@papercups/contract'

export const customerName = (customer: Pick<Customer | CustomerBasic, 'name' | 'email'> | null | undefined) =>
  customer?.name?.trim() || customer?.email?.trim() || 'Anonymous User'

export const userName = (user: User | null | undefined) =>
  user?.display_name?.trim() || user?.full_name?.trim() || user?.email || 'Teammate'
