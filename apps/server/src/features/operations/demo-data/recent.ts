/** The conversations of the last days, one for every list of the inbox. Agents and customers are indexes into cast.ts. */
export interface RecentConversation {
  customer: number
  minutes_ago: number
  lines: ReadonlyArray<DemoMessage>
  inbox?: 'sales'
  assignee?: number
  priority?: true
  tags?: readonly string[]
  state?: 'closed' | 'deleted' | 'snoozed'
  /** Nobody opened it since the customer wrote. */
  unread?: true
}

/** A note may mention an agent. */
type DemoMessage = { says: string } | { agent: number; says: string; private?: true; mentions?: number }

const ADA = 0
const BEN = 1
const CHLOE = 2

export const RECENT: readonly RecentConversation[] = [
  {
    customer: 0,
    minutes_ago: 19,
    assignee: ADA,
    priority: true,
    tags: ['Shipping', 'VIP'],
    lines: [
      { says: 'Olá! A minha encomenda ainda não chegou e a loja abre amanhã.' },
      { agent: ADA, says: 'Olá Carla! Vou já ver com o armazém.' },
      { agent: BEN, says: 'It is on the van, the driver arrives before 9 am.', private: true },
      { agent: ADA, says: 'Chega amanhã **antes das 9h**. Pode segui-la aqui: https://acme.example/track' },
      { says: 'Que alívio, muito obrigada!' },
    ],
  },
  {
    customer: 1,
    minutes_ago: 22,
    unread: true,
    tags: ['Bug'],
    lines: [{ says: 'Hallo, der Export-Knopf macht in Firefox nichts.' }, { says: 'In Chrome geht es.' }],
  },
  {
    customer: 4,
    minutes_ago: 41,
    assignee: BEN,
    tags: ['Billing'],
    lines: [
      { says: 'Our invoice still shows the old company name. Can you fix it before Friday?' },
      { agent: BEN, says: 'Of course. Which name should be on it?' },
      { says: 'Northwind Traders International, please.' },
      { agent: BEN, says: '@Ada may I reissue an invoice from last quarter?', private: true, mentions: ADA },
    ],
  },
  {
    customer: 9,
    minutes_ago: 65,
    inbox: 'sales',
    unread: true,
    lines: [{ says: 'Hi! Do you have a plan for a team of 40?' }],
  },
  {
    customer: 3,
    minutes_ago: 130,
    assignee: CHLOE,
    lines: [
      { says: 'Dzień dobry, czy mogę dostać fakturę na firmę?' },
      { agent: CHLOE, says: 'Oczywiście! Proszę podać nazwę firmy.' },
      { says: 'Kobo Studio, dziękuję.' },
    ],
  },
  {
    customer: 6,
    minutes_ago: 190,
    unread: true,
    lines: [{ says: 'مرحبا، متى يصل طلبي؟' }],
  },
  {
    customer: 2,
    minutes_ago: 300,
    inbox: 'sales',
    assignee: ADA,
    tags: ['Feature request'],
    lines: [
      { says: 'Bonjour, est-ce que vous prévoyez un mode sombre ?' },
      { agent: ADA, says: 'Bonjour Élodie ! Oui, nous y travaillons. Je vous préviens dès que c’est prêt.' },
      { says: 'Super, merci !' },
    ],
  },
  {
    customer: 5,
    minutes_ago: 1_500,
    assignee: ADA,
    state: 'snoozed',
    tags: ['Shipping'],
    lines: [
      { says: 'We would like to move our next delivery to Monday.' },
      { agent: ADA, says: 'Done. I will check on Monday that it arrived.' },
    ],
  },
  {
    customer: 7,
    minutes_ago: 1_700,
    priority: true,
    lines: [
      { says: 'I was charged twice for order 4821.' },
      { agent: CHLOE, says: 'Sorry about that! The second payment is already on its way back.' },
      { says: 'Thank you. How long does it take?' },
    ],
  },
  {
    customer: 8,
    minutes_ago: 2_000,
    state: 'closed',
    tags: ['Billing'],
    lines: [
      { says: 'Buongiorno, il codice sconto non funziona.' },
      { agent: BEN, says: 'Ora funziona, può riprovare?' },
      { says: 'Sì, grazie mille!' },
    ],
  },
  { customer: 11, minutes_ago: 2_400, state: 'deleted', lines: [{ says: 'Buy cheap watches now!!!' }] },
]
