import { toFigure } from './figure.js'
import { registerCompany, startProduct, type Company, type Ground, type Product } from './ground.js'
import { copyIn } from './import-copy.js'
import { median, takeTurns } from './statistics.js'

const ROWS = 100_000
/** Enough rows for the garbage of the process to reach its maximum. */
const FEW = 25_000
const WARM_UP = 2_000
const ROUNDS = 3
const LOOK_MS = 200

/** Uploads, checks and imports a file of customers, against a bare COPY; and the server's memory meanwhile. */
export async function measureImport(ground: Ground) {
  return [await measureRate(ground), await measureHeld(ground)]
}

/** In hundreds, because people share companies. */
const rowsOf = (ground: Ground, rows: number) => ground.scale(rows / 100) * 100

async function measureRate(ground: Ground) {
  const rows = rowsOf(ground, ROWS)
  const product = await startProduct(ground)
  await importFile(product, await registerCompany(product), WARM_UP)
  const phases: Phases[] = []
  const rounds = await takeTurns(ground.scale(ROUNDS), {
    async ours() {
      const company = await registerCompany(product)
      const took = await importFile(product, company, rows)
      phases.push(took)
      await expectRows(ground, company, rows)
      return perSecond(rows, took.upload + took.check + took.import)
    },
    limit: async () => perSecond(rows, await copyRows(ground, rows)),
  })
  await product.stop()
  const seconds = (phase: keyof Phases) => median(phases.map((took) => took[phase])) / 1_000
  return toFigure({
    name: 'import',
    unit: 'rows/s',
    goal: { at_least: 0.2 },
    rounds,
    beside: { 'upload s': seconds('upload'), 'check s': seconds('check'), 'import s': seconds('import') },
  })
}

/** The peak growth of the process. Each turn is a new process, because an earlier one grew already. */
async function measureHeld(ground: Ground) {
  const growth = async (rows: number) => {
    const product = await startProduct(ground)
    await importFile(product, await registerCompany(product), WARM_UP)
    const { memory } = await product.process.probe('memory')
    await importFile(product, await registerCompany(product), rows)
    const { peak } = await product.process.probe('cpu')
    await product.stop()
    return Math.max(0, peak - memory.rss) / 1_000_000
  }
  const rounds = await takeTurns(ground.scale(ROUNDS), {
    ours: () => growth(rowsOf(ground, ROWS)),
    limit: () => growth(rowsOf(ground, FEW)),
  })
  return toFigure({ name: 'import: memory', unit: 'MB at the peak', goal: { at_most: 1.5 }, rounds })
}

const perSecond = (rows: number, ms: number) => (rows * 1_000) / ms

interface Phases {
  upload: number
  check: number
  import: number
}

interface Stored {
  id: string
  status: string
  mapping: unknown
}

/** As the dialog does: upload, accept the suggested mapping, check, start. */
async function importFile(product: Product, { token }: Company, rows: number): Promise<Phases> {
  const call = caller(product, token)
  const form = new FormData()
  form.set('file', new Blob([['name,email,phone,user id,company,plan\n', ...linesOf(rows)].join('')]), 'people.csv')

  const begun = performance.now()
  const { id, mapping } = await call('POST', '', form)
  const uploaded = performance.now()
  await call('POST', `/${id}/check`, JSON.stringify({ mapping }))
  await until(call, id, 'checked')
  const checked = performance.now()
  await call('POST', `/${id}/start`)
  await until(call, id, 'done')
  return { upload: uploaded - begun, check: checked - uploaded, import: performance.now() - checked }
}

type Call = ReturnType<typeof caller>

function caller({ port }: Product, token: string) {
  return async (method: string, path: string, body?: string | FormData): Promise<Stored> => {
    const json = { 'content-type': 'application/json' }
    const headers = { authorization: token, ...(typeof body === 'string' && json) }
    const url = `http://127.0.0.1:${port}/api/customer_imports${path}`
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: Stored }).data
  }
}

async function until(call: Call, id: string, wanted: string) {
  for (;;) {
    const { status } = await call('GET', `/${id}`)
    if (status === wanted) return
    if (status === 'failed') throw new Error('the import has failed')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** No two of them are the same person; twenty share a company. */
function linesOf(rows: number) {
  return Array.from({ length: rows }, (_, n) => {
    const plan = n % 100 === 0 ? 'gold' : 'free'
    return `Carla ${n},carla${n}@example.com,+351${900_000_000 + n},user-${n},Company ${n % (rows / 20)},${plan}\n`
  })
}

async function expectRows({ pool }: Ground, { account_id }: Company, rows: number) {
  const counted = 'select count(*)::int as stored from customers where account_id = $1 and company_id is not null'
  const stored = (await pool.query<{ stored: number }>(counted, [account_id])).rows[0]?.stored
  if (stored !== rows) throw new Error(`${stored} of ${rows} customers came in`)
}

/** The same customers, ready for the tables of customers and of search terms. */
async function copyRows({ pool }: Ground, rows: number) {
  const client = await pool.connect()
  try {
    await client.query('create table copied (like customers including all)')
    await client.query('create table copied_search (like customer_search including all)')
    const account_id = crypto.randomUUID()
    const companies = Array.from({ length: rows / 20 }, () => crypto.randomUUID())
    const lines = linesOf(rows).map((line) => {
      const [name, email, phone, external_id, company = '', plan = ''] = line.trimEnd().split(',')
      const company_id = companies[Number(company.slice('Company '.length))]
      return [account_id, name, email, phone, external_id, company_id, `{"plan": "${plan}"}`].join('\t')
    })
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    const begun = performance.now()
    const columns = 'account_id, name, email, phone, external_id, company_id, metadata'
    await copyIn(client, `copy copied (${columns}) from stdin`, bytes)
    await client.query(
      `insert into copied_search (account_id, customer_id, terms)
       select account_id, id, customer_terms(account_id, name, email, phone, external_id, metadata) from copied`,
    )
    const took = performance.now() - begun
    await client.query('drop table copied, copied_search')
    return took
  } finally {
    client.release()
  }
}
