/** The people, companies and texts of the demo company. */

export const AGENTS = [
  { email: 'ada@acme.example', full_name: 'Ada Morel', display_name: 'Ada' },
  { email: 'ben@acme.example', full_name: 'Ben Okafor', display_name: 'Ben' },
  { email: 'chloe@acme.example', full_name: 'Chloe Tanaka', display_name: 'Chloe' },
] as const

export const COMPANIES = [
  { name: 'Farol Lda', website_url: 'https://farol.example', industry: 'Retail', description: 'Lamps and lighthouses' },
  { name: 'Lumen Labs', website_url: 'https://lumen.example', industry: 'Software', description: 'Design tools' },
  { name: 'Northwind Traders', website_url: 'https://northwind.example', industry: 'Logistics', description: null },
  { name: 'Kobo Studio', website_url: 'https://kobo.example', industry: 'Architecture', description: null },
]

export const TAGS = [
  { name: 'Billing', color: 'blue', description: 'Invoices and payments' },
  { name: 'Bug', color: 'red', description: 'Something does not work' },
  { name: 'Shipping', color: 'volcano', description: 'Parcels on their way' },
  { name: 'Feature request', color: 'purple', description: 'Ideas from customers' },
  { name: 'VIP', color: 'magenta', description: 'Answer these first' },
]

export const SAVED_REPLIES = [
  { name: 'hello', content: 'Hi there! Thanks for writing to Acme. How can I help?' },
  { name: 'refund', content: 'I have started your refund. It takes 3 to 5 working days to reach your account.' },
  { name: 'shipping', content: 'You can follow your parcel here: https://acme.example/track' },
  { name: 'closing', content: 'Glad I could help! Just write again if anything else comes up. :wave:' },
]

export const ISSUES = [
  { title: 'Export button does nothing in Firefox', body: 'Reported by three customers.', state: 'in_progress' },
  { title: 'Invoices show the old company name', body: 'Fixed in the next release.', state: 'in_review' },
  { title: 'Dark mode for the order page', body: null, state: 'unstarted' },
  { title: 'Discount codes are case sensitive', body: 'Shipped last week.', state: 'done' },
] as const

/** `company` is an index of COMPANIES. */
export const CUSTOMERS = [
  { name: 'Carla Nunes', email: 'carla@farol.example', time_zone: 'Europe/Lisbon', language: 'pt', company: 0 },
  { name: 'Jonas Weber', email: 'jonas@lumen.example', time_zone: 'Europe/Berlin', language: 'de', company: 1 },
  { name: 'Élodie Girard', email: 'elodie@lumen.example', time_zone: 'Europe/Paris', language: 'fr', company: 1 },
  { name: 'Zofia Kowalska', email: 'zofia@kobo.example', time_zone: 'Europe/Warsaw', language: 'pl', company: 3 },
  { name: 'Femi Adeyemi', email: 'femi@northwind.example', time_zone: 'Africa/Lagos', language: 'en', company: 2 },
  {
    name: 'Greta Lindqvist',
    email: 'greta@northwind.example',
    time_zone: 'Europe/Stockholm',
    language: 'en',
    company: 2,
  },
  { name: 'ليلى حداد', email: 'layla@client.example', time_zone: 'Asia/Dubai', language: 'ar', company: null },
  { name: 'Dmitri Volkov', email: 'dmitri@client.example', time_zone: 'Europe/Riga', language: 'en', company: null },
  { name: 'Elena Rossi', email: 'elena@client.example', time_zone: 'Europe/Rome', language: 'it', company: null },
  { name: 'Maya Patel', email: 'maya@client.example', time_zone: 'America/New_York', language: 'en', company: null },
  { name: null, email: 'orders@bakery.example', time_zone: 'Europe/London', language: 'en', company: null },
  { name: null, email: null, time_zone: 'America/Chicago', language: 'en', company: null },
] as const

/** The customer's question, the agent's answer and the customer's thanks. */
export const EXCHANGES: Record<string, ReadonlyArray<readonly [question: string, answer: string, thanks: string]>> = {
  en: [
    ['Where is my parcel?', 'It left our warehouse this morning and arrives tomorrow.', 'Perfect, thank you!'],
    [
      'Can I change the delivery address?',
      'Yes. Send me the new address and I will update it.',
      'Great, thanks a lot.',
    ],
    ['The invoice shows the wrong company name.', 'I have corrected it and sent you a new one.', 'Got it, thanks!'],
    ['Is there a discount for schools?', 'There is: 20 % with a school email.', 'That is great news.'],
    ['How do I reset my password?', 'Use **Forgot password** on the sign-in page.', 'That works now.'],
  ],
  pt: [['Posso trocar o tamanho da encomenda?', 'Claro! Qual é o tamanho certo?', 'O médio, obrigada!']],
  de: [['Wann kommt meine Bestellung an?', 'Sie ist unterwegs und kommt am Donnerstag.', 'Super, vielen Dank!']],
  fr: [['Puis-je payer par virement ?', 'Oui, les coordonnées sont sur la facture.', 'Parfait, merci !']],
  pl: [['Czy mogę zmienić adres dostawy?', 'Tak, proszę podać nowy adres.', 'Dziękuję bardzo!']],
  ar: [['هل يمكنني إلغاء الطلب؟', 'نعم، تم إلغاء الطلب.', 'شكرا جزيلا']],
  it: [['Il codice sconto non funziona.', 'Ora funziona, può riprovare?', 'Sì, grazie!']],
}
