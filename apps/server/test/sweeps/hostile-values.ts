import type { Position } from './shape.js'

/** The raw texts of the value that `writeJson` writes. */
const raw: string[] = []

/** JSON text that `JSON.stringify` would not write. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  toJSON() {
    raw.push(this.text)
    return `@@raw${raw.length - 1}@@`
  }
}

/** Deeper than what is stored, but shallow enough that the body is parsed. */
const DEEP = 150
const ENDLESS = 10_000
// Whole bodies that are too large are tried once for each route.
const LONGER_THAN_ANY_FIELD = 300_000
const MORE_THAN_ANY_LIST = 6_000
const arrays = (depth: number) => new RawJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)
const maps = (depth: number) => new RawJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

/** Tried for every field of any type. The names appear in failures. */
export const hostileValues: Record<string, unknown> = {
  null: null,
  'an empty text': '',
  'only spaces': ' \t\n ',
  'only zero-width characters': '\u200b\u2060\ufeff',
  'a number': 0,
  'a negative number': -1,
  'a large number': 1e9,
  'more than a 64-bit integer': new RawJson('99999999999999999999'),
  'a number without end': new RawJson('1e999'),
  'a fraction': 1.5,
  'digits as text': '17',
  'a fraction as text': '1.5',
  'a negative number as text': '-1',
  true: true,
  'false as text': 'false',
  'an array': [],
  'an array of texts': ['a', 'b'],
  'an array of arrays': [[[]]],
  'a map': {},
  'an operator': { $ne: null },
  'a map that acts as a text': new RawJson('{"length":5,"toString":"x","valueOf":"x","then":"x"}'),
  'a prototype': new RawJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  'deep arrays': arrays(DEEP),
  'deep maps': maps(DEEP),
  'a NUL': 'a\0b',
  'half a surrogate pair': new RawJson('"a\\ud800b"'),
  'a right-to-left override': '\u202egnp.exe\u2066',
  wildcards: '%_\\%',
  'a regular expression': '.*(a+)+$[',
  SQL: "'; drop table messages; --",
  'a path': '../../../../etc/passwd',
  'a format string': '%s%n${7*7}{{7*7}}',
  'no id': 'not-a-uuid',
  'an id in another spelling': '{6F1C1F6E-0D5C-4F2E-9C55-0A5B8B1F1C2D}',
  'nobody’s id': '00000000-0000-0000-0000-000000000000',
  'the word undefined': 'undefined',
  'the word null': 'null',
  'a date that is none': '2024-02-31T25:61:61Z',
  'a date before time': '-271821-04-20T00:00:00Z',
  'a date after time': '9999-12-31T23:59:59.999Z',
  'an altered cursor': Buffer.from('999999999999999 6f1c1f6e-0d5c-4f2e-9c55-0a5b8b1f1c2d').toString('base64url'),
  'a cursor of nothing': Buffer.from('never never').toString('base64url'),
  'an emoji of many parts': '👩‍👩‍👧‍👦'.repeat(100),
}

/** More than a visitor may send at all. */
export const longValues: Record<string, unknown> = {
  'arrays without end': arrays(ENDLESS),
  'maps without end': maps(ENDLESS),
  'a long text': 'a'.repeat(LONGER_THAN_ANY_FIELD),
  'a list of many ids': new RawJson(`[${'"6f1c1f6e-0d5c-4f2e-9c55-0a5b8b1f1c2d",'.repeat(MORE_THAN_ANY_LIST)}1]`),
}

/** For fields with free keys. */
const hostileMaps: Record<string, unknown> = {
  'a map with odd keys': new RawJson(
    '{"":"","\\u0000":"\\u0000","\\ud800":"\\udfff","__proto__":{"polluted":true},"a.b":[null],"$where":"1","toString":"x"}',
  ),
  'a map with many keys': new RawJson(`{${Array.from({ length: 4_000 }, (_, at) => `"key ${at}":${at}`).join()}}`),
  'a map with a long key': { ['a'.repeat(50_000)]: 1 },
  'a map with long values': { a: 'a'.repeat(30_000), b: ['b '.repeat(10_000)] },
  'a map of numbers that are none': new RawJson('{"a":1e999,"b":-0,"c":99999999999999999999999999}'),
}

/** Whole bodies, made from a valid one. */
export function hostileBodies(right: string): Array<[name: string, body: string | Buffer, type?: string]> {
  const form = 'application/x-www-form-urlencoded'
  const parts = 'multipart/form-data; boundary=x'
  return [
    ['nothing', ''],
    ['spaces', '   '],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['a number', '1'],
    ['half of it', right.slice(0, Math.max(1, right.length / 2))],
    ['no JSON', '{a:1}'],
    ['two of it', right + right],
    ['deep arrays', arrays(ENDLESS).text],
    ['deep maps', maps(ENDLESS).text],
    ['every key twice', `${right.slice(0, -1)}${right === '{}' ? '' : ','}${right.slice(1)}`],
    [
      'a prototype',
      right.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'),
    ],
    ['a NUL in it', right.replace('{', '{\0')],
    ['a byte order mark', `\ufeff${right}`],
    ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['sixteen bits', Buffer.from(right, 'utf16le')],
    ['_method', '{"_method":"DELETE"}'],
    ['_method that is none', '{"_method":{"a":1}}'],
    ['_method without end', '{"_method":"PUT","_method2":{"_method":"PUT"}}'],
    ['plain text', right, 'text/plain'],
    ['XML', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'application/xml'],
    ['no type', right, ''],
    ['a type that is none', right, ';;;/'],
    ['an unknown charset', right, 'application/json; charset=klingon'],
    ['a form', 'a[b]=1&a=2&a[]=3&[=4', form],
    ['a form with a prototype', '__proto__[polluted]=1&constructor[prototype][polluted]=1', form],
    ['a form with bad escapes', 'a=%&b=%ff&c=%zz&%=1', form],
    ['a deep form', `a${'[b]'.repeat(10_000)}=1`, form],
    ['parts without a boundary', right, 'multipart/form-data'],
    ['parts that are none', right, parts],
    ['parts that end early', '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc', parts],
    ['parts with odd names', oddParts('__proto__', 'constructor', 'a[__proto__][b]', '', '\0'), parts],
    ['many parts', oddParts(...Array.from({ length: 1_000 }, (_, at) => `a${at}`)), parts],
  ]
}

function oddParts(...names: string[]) {
  const parts = names.map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`)
  return `${parts.join('')}--x--\r\n`
}

export const hostileHeaders: Record<string, Record<string, string>> = {
  'wants an image': { accept: 'image/png' },
  'wants nonsense': { accept: ';q=,,;*' },
  'a bare Bearer': { authorization: 'Bearer' },
  'a token of dots': { authorization: '.'.repeat(2_000) },
  'a token that is no text': { authorization: 'v1.\u00ff.\u00fe' },
  'a long token': { authorization: `v1.${'a'.repeat(7_000)}.b` },
  'a range turned around': { range: 'bytes=5-2' },
  'a range beyond': { range: 'bytes=99999999999-' },
  'many ranges': { range: `bytes=${'0-0,'.repeat(500)}` },
  'an odd origin': { origin: 'null' },
  'an address that is none': { 'x-forwarded-for': 'a, b, c, 300.1.1.1, ::::' },
  'another method': { 'x-http-method-override': 'DELETE' },
  'an odd host': { host: 'a"b<c>' },
  'an expectation': { expect: 'the spanish inquisition' },
  'too many headers': Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x-${at}`, 'y'.repeat(100)])),
}

/** Appended to a path. */
export const hostilePaths = [
  '/',
  '//',
  '/..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  '%ff',
  ';a=b',
  '/%2e%2e/',
  '?',
  '#',
  `/${'a'.repeat(20_000)}`,
]

export const everyValue = { ...hostileValues, ...longValues }

/** All values for one field. */
export const valuesFor = ({ shape }: Position) =>
  Object.entries(shape.type === 'object' ? { ...everyValue, ...hostileMaps } : everyValue)

/** `JSON.stringify` that inserts `RawJson` unchanged. */
export function writeJson(value: unknown): string {
  raw.length = 0
  const text = JSON.stringify(value)
  return raw.length > 0 ? text.replace(/"@@raw(\d+)@@"/g, (_, at: string) => raw[Number(at)] ?? '') : text
}

/** The value as text, for a path, a query or a form. */
export const asText = (value: unknown) => (value instanceof RawJson ? value.text.slice(0, 5_000) : value)

const longPair = `q=${'x'.repeat(7_000)}`

export const hostileQueries: Record<string, string> = {
  'brackets without a name': '[]=1&[=2&]=3&[[[]]]=4',
  'a prototype': '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1',
  'an operator': 'email[$ne]=&q[$regex]=.*&account_id[$gt]=',
  lists: 'q[]=&q[]=1&id[]=2&account_id[]=3&customer_id[]=4&limit[]=5&after[]=6&page[]=-1',
  'a name twice': 'account_id=1&account_id=2&customer_id=1&customer_id=2&limit=1&limit=2&after=1&after=2',
  'deep brackets': `a${'[b]'.repeat(500)}=1`,
  'many names': Array.from({ length: 2_500 }, (_, at) => `a${at}`).join('&'),
  'many of one name': Array.from({ length: 2_500 }, () => 'a[]=').join('&'),
  'a far index': 'a[4294967295]=1&a[99999999]=2&file_ids[999999]=3',
  'half an escape': 'a=%&b=%2&c=%zz&d=%u0041',
  'bytes that are no text': 'a=%ff%fe&b=%c0%80&q=%ed%a0%80',
  'a NUL': 'a=%00&q=%00&account_id=%00&%00=1',
  'another method': '_method=DELETE&_method[]=PUT',
  'pages that are not there': 'page=-1&limit=-1&page_size=1000000000&size=1e9&offset=-5&after=!!!!&before=-1',
  'a long one': longPair,
}
