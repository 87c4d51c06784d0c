import type { ImportProgress } from '@papercups/contract'
import { expect, test } from 'vitest'
import {
  uploaded,
  check,
  counts,
  isDeleted,
  importAll,
  keyOf,
  people,
  settled,
  upload,
} from '../../../../test/customer-imports.js'
import { story } from '../../../../test/story.js'

test('maps a file by its headers, checks it without changes, and imports it', async () => {
  const { ada, ben, grace, carla, hearOut } = await story()
  const theirs = { name: 'Gus', email: 'zoe@example.com', external_id: 'u-1' }
  await grace.data('POST', '/api/customers', { customer: theirs })
  const progress: ImportProgress[] = []
  const strangers: unknown[] = []
  ;(await ben.listen()).on('customer_import:changed', (change) => progress.push(change))
  ;(await grace.listen()).on('customer_import:changed', (received) => strangers.push(received))
  const file = await uploaded(
    ada,
    [
      'Full Name,E-Mail,Telephone,User ID,Organisation,Plan,,created_at',
      "Zoë Álvarez,ZOE@example.com,'+351912345678,u-1,Farol,gold,x,2020-01-01",
      'Dora,,,u-2,farol,"silver, old",,',
      'Carla Comet,CARLA@example.com,,,,,,',
    ].join('\r\n'),
  )
  expect(file).toMatchObject({ status: 'uploaded', encoding: 'utf8', filename: 'people.csv', progress: 0 })
  expect(file.columns.slice(0, 2)).toEqual([
    { name: 'Full Name', samples: ['Zoë Álvarez', 'Dora', 'Carla Comet'] },
    { name: 'E-Mail', samples: ['ZOE@example.com', 'CARLA@example.com'] },
  ])
  expect(file.mapping).toEqual([
    { column: 0, field: 'name' },
    { column: 1, field: 'email' },
    { column: 2, field: 'phone' },
    { column: 3, field: 'external_id' },
    { column: 4, field: 'company' },
    { column: 5, field: 'metadata', name: 'Plan' },
  ])

  const checked = await check(ada, file)
  expect([checked.status, counts(checked), checked.problems]).toEqual(['checked', [2, 1, 0], []])
  expect(await people(ada)).toHaveLength(1)
  expect((await ada.get('/api/companies')).body.data).toEqual([])

  await ada.data('POST', `/api/customer_imports/${file.id}/start`)
  const done = await settled(ada, file.id)
  expect([done.status, counts(done), done.progress]).toEqual(['done', [2, 1, 0], 1])
  const all = await people(ada)
  expect(all).toHaveLength(3)
  const companies = (await ada.get('/api/companies')).body.data
  expect(companies).toMatchObject([{ name: 'Farol' }])
  const found = (key: string, value: string) => all.find((customer) => customer[key] === value)
  expect(found('external_id', 'u-1')).toMatchObject({
    name: 'Zoë Álvarez',
    email: 'ZOE@example.com',
    phone: '+351912345678',
    company_id: companies[0].id,
    metadata: { Plan: 'gold' },
    last_seen_at: null,
  })
  expect(found('external_id', 'u-2')).toMatchObject({ company_id: companies[0].id, metadata: { Plan: 'silver, old' } })
  expect(found('id', carla.customer_id)).toMatchObject({
    name: 'Carla Comet',
    email: 'CARLA@example.com',
    last_seen_at: expect.any(String),
  })
  expect(await people(grace)).toMatchObject([theirs])

  await hearOut()
  expect(progress.at(-1)).toEqual({
    id: file.id,
    status: 'done',
    progress: 1,
    created_count: 2,
    updated_count: 1,
    skipped_count: 0,
  })
  expect(strangers).toEqual([])

  // The same file again matches all customers. Missing values change nothing.
  const again = await importAll(ada, 'email,external_id,name\nzoe@example.com,,\n,u-2,Dora Dee\n')
  expect(counts(again)).toEqual([0, 2, 0])
  const after = await people(ada)
  expect(after.find(({ external_id }) => external_id === 'u-1')).toMatchObject({ name: 'Zoë Álvarez' })
  expect(after.find(({ external_id }) => external_id === 'u-2')).toMatchObject({ name: 'Dora Dee' })
})

test('reports each skipped line with its number and reason', async () => {
  const { ada } = await story()
  const file = await uploaded(
    ada,
    [
      'email,name,external_id',
      'a@example.com,First,',
      'A@Example.com,Twice,',
      'no address,Nobody,',
      ',Neither,',
      '"a note\nover lines",,',
      `b@example.com,${'é'.repeat(5_001)},`,
      `c@example.com,${'n'.repeat(256)},`,
      'd@example.com,Too,many,cells',
      'e@example.com,5" screw and "so called,',
      'shared@example.com,One,s-1',
      'shared@example.com,Other,s-2',
      'f@example.com',
    ].join('\n'),
  )
  const checked = await check(ada, file)
  expect(checked.problems).toEqual([
    { line: 3, reason: 'is about the same customer as line 2' },
    { line: 4, reason: 'has an email that is no address' },
    { line: 5, reason: 'has neither an email nor an external id' },
    { line: 7, reason: 'has an email that is no address' },
    { line: 8, reason: 'has a cell of more than 10 kB' },
    { line: 9, reason: 'has a name of more than 255 characters' },
    { line: 10, reason: 'has 4 cells, and the header only 3' },
  ])
  expect(counts(checked)).toEqual([5, 0, 7])
  await ada.data('POST', `/api/customer_imports/${file.id}/start`)
  expect(counts(await settled(ada, file.id))).toEqual([5, 0, 7])
  const names = (await people(ada)).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['Carla', 'First', '5" screw and "so called', 'One', 'Other', null]))
})

test('detects encodings, and rejects a file that is no CSV with a reason', async () => {
  const { ada } = await story()
  const text = 'Name;Email\nZoë;zoe@example.com\n'
  const bytes = (content: string, encoding: BufferEncoding) => Uint8Array.from(Buffer.from(content, encoding))
  const swapped = (content: string) => Uint8Array.from(Buffer.from(`\uFEFF${content}`, 'utf16le').swap16())
  const kinds: Array<[string, Uint8Array<ArrayBuffer>]> = [
    ['utf8', bytes(`\uFEFF${text}`, 'utf8')],
    ['utf16le', bytes(`\uFEFF${text}`, 'utf16le')],
    ['utf16be', swapped(text)],
    ['latin1', bytes(text, 'latin1')],
  ]
  for (const [encoding, content] of kinds) {
    const file = await uploaded(ada, content)
    expect(file).toMatchObject({ encoding, columns: [{ name: 'Name', samples: ['Zoë'] }, { name: 'Email' }] })
  }
  const done = await importAll(ada, bytes('Name\tEmail\nÅsa\tasa@example.com\n', 'latin1'))
  expect(done.status).toBe('done')
  expect(await people(ada, 'q=asa@example.com')).toMatchObject([{ name: 'Åsa' }])

  for (const [content, message] of [
    ['', 'The file is empty.'],
    ['email\n', 'The file has a header and no rows.'],
    ['\n\n', 'The file has no header: its first row has to name the columns.'],
    ['PK\x03\x04rest', 'The file is a spreadsheet. Save it as CSV first.'],
    ['e\0m\0a\0i\0l\0', 'The file is no text. Save it as CSV in UTF-8.'],
    [`${'c,'.repeat(300)}\n1`, 'The file has more than 200 columns.'],
    ['"email\na@example.com\n', /^The file cannot be read as CSV\. A quote is opened and never closed/],
  ] as const)
    expect(await upload(ada, content)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(message) } },
    })

  // The check finds a broken quote further down, and nothing is imported.
  const broken = await check(
    ada,
    await uploaded(ada, 'email,name\na@example.com,A\nb@example.com,B\nc@example.com,C\nd@example.com,"D\n'),
  )
  expect([broken.status, broken.failure]).toEqual([
    'failed',
    expect.stringMatching(/^A quote is opened and never closed/),
  ])
  expect((await ada.post(`/api/customer_imports/${broken.id}/start`)).status).toBe(409)
})

test('rejects a file of more than 50 MB', { timeout: 60_000 }, async () => {
  const { ada } = await story()
  const row = `${'x'.repeat(990)},a@example.com\n`
  const { status, body } = await upload(ada, `name,email\n${row.repeat(50_000)}`)
  expect([status, body.error.message]).toEqual([413, 'The file is larger than 50 MB. Split it, and import its parts.'])
})

test('only admins import, only their own files, and only valid mappings', async () => {
  const { ada, ben, grace, server } = await story()
  const file = await uploaded(ada, 'email,plan\na@example.com,gold\n')
  expect((await upload(ben, 'email\na@example.com\n')).status).toBe(403)
  for (const path of ['', '/check', '/start'])
    expect((await ben.post(`/api/customer_imports/${file.id}${path}`, { mapping: [] })).status).toBe(path ? 403 : 404)
  expect((await grace.get(`/api/customer_imports/${file.id}`)).status).toBe(404)
  expect((await grace.post(`/api/customer_imports/${file.id}/check`, { mapping: file.mapping })).status).toBe(404)
  expect((await grace.delete(`/api/customer_imports/${file.id}`)).status).toBe(404)
  expect((await grace.get('/api/customer_imports')).body.data).toEqual([])
  expect((await ada.post('/api/customer_imports', { file: 'words' })).status).toBe(400)
  const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\na@exam'
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await ada.post('/api/customer_imports', cut, form)).status).toBe(400)
  expect((await ada.get('/api/customer_imports')).body.data).toMatchObject([{ id: file.id }])

  expect((await ada.post(`/api/customer_imports/${file.id}/start`)).body.error).toEqual({
    status: 409,
    message: 'This file has to be checked first.',
  })
  const email = { column: 0, field: 'email' }
  for (const mapping of [
    [],
    [{ column: 1, field: 'name' }],
    [email, { column: 0, field: 'name' }],
    [email, { column: 1, field: 'email' }],
    [email, { column: 2, field: 'name' }],
    [email, { column: 1, field: 'metadata' }],
    [email, { column: 1, field: 'ip' }],
  ])
    expect([mapping, (await ada.post(`/api/customer_imports/${file.id}/check`, { mapping })).status]).toEqual([
      mapping,
      422,
    ])

  // A new file replaces the first, whose bytes are deleted.
  const key = await keyOf(server, file.id)
  const other = await uploaded(ada, 'email\nb@example.com\n')
  expect((await ada.get('/api/customer_imports')).body.data).toMatchObject([{ id: other.id }])
  await isDeleted(server.platform.files, key)
  expect((await ada.delete(`/api/customer_imports/${other.id}`)).status).toBe(204)
  expect((await ada.get(`/api/customer_imports/${other.id}`)).status).toBe(404)
})

test(
  'an email may come again under another external id, also thousands of rows later',
  { timeout: 60_000 },
  async () => {
    const { ada } = await story()
    const rows = Array.from({ length: 2_100 }, (_, at) => `${at},${at % 2_050 === 0 ? 'info' : `p${at}`}@acme.test`)
    const done = await importAll(ada, ['external_id,email', ...rows].join('\n'))
    expect([done.status, counts(done)]).toEqual(['done', [2_100, 0, 0]])
  },
)
