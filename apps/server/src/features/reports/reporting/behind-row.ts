/** A conversation behind a number, and its position in the list. */
export interface BehindRow {
  id: string
  position: string
  moment: Date
  seconds: number | null
  subject: string | null
  status: 'open' | 'closed'
  source: string
  created_at: Date
  closed_at: Date | null
  customer_id: string
  customer_name: string | null
  customer_email: string | null
}

/** With the customer's name. `found` has the ids, in the order of the list. */
export const withCustomers = (found: string) => `with found as (${found})
  select found.conversation_id as id, found.position, found.moment, found.seconds, c.subject, c.status, c.source,
    c.created_at, c.closed_at, k.id as customer_id, k.name as customer_name, k.email as customer_email
  from found
  join conversations c on c.account_id = $1 and c.id = found.conversation_id
  join customers k on k.account_id = $1 and k.id = c.customer_id
  order by found.moment desc, found.position desc`
