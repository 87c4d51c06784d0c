import { Type, type Static } from 'typebox'
import { Company } from './companies.js'
import { ConversationBasic } from './conversations.js'
import { Customer } from './customers.js'
import { Issue } from './issues.js'
import { MessageBasic } from './messages.js'
import { Note } from './notes.js'
import { Nullable } from './scalars.js'
import { Tag } from './tags.js'

/** As the list of customers shows them: with the conversation that had the last word, if there is one. */
export const ListedCustomer = Type.Object({ ...Customer.properties, conversations: Type.Array(ConversationBasic) })
export type ListedCustomer = Static<typeof ListedCustomer>

const Count = Type.Integer({ minimum: 0 })

export const CustomerPage = Type.Object({
  data: Type.Array(ListedCustomer),
  page_number: Count,
  page_size: Count,
  total_pages: Count,
  total_entries: Count,
  /** There are at least so many; counting all of them would take longer than it tells. */
  total_is_least: Type.Boolean(),
  /** Of a segment: those seen before are looked through with this as `after`. Null when nobody is left. */
  next: Type.Optional(Nullable(Type.String())),
})
export type CustomerPage = Static<typeof CustomerPage>

/** What stands around a customer, as far as it was asked for. */
export const CustomerProfile = Type.Object({
  ...Customer.properties,
  company: Type.Optional(Nullable(Company)),
  tags: Type.Optional(Type.Array(Tag)),
  notes: Type.Optional(Type.Array(Note)),
  conversations: Type.Optional(Type.Array(ConversationBasic)),
  messages: Type.Optional(Type.Array(MessageBasic)),
  issues: Type.Optional(Type.Array(Issue)),
})
export type CustomerProfile = Static<typeof CustomerProfile>
