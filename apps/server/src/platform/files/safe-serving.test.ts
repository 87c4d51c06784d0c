import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decideContentType } from './content-type.js'
import { cleanFilename, isFileKey, newFileKey } from './file-name.js'
import { servingHeaders } from './serving-headers.js'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex')
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

/** A zip whose one entry unpacks to `size` bytes. */
function zip(name: string, size: number) {
  const packed = deflateRawSync(Buffer.alloc(size))
  const head = Buffer.alloc(30)
  head.write('PK\u0003\u0004', 'latin1')
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(size, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}

test.each([
  ['a picture', PNG, 'a.png', 'image/png'],
  ['a picture that calls itself a page', PNG, 'a.html', 'image/png'],
  ['a photo', JPEG, 'a', 'image/jpeg'],
  ['a page that calls itself a picture', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'a.png', 'text/html'],
  ['a page after blanks and in capitals', Buffer.from('\ufeff \n\t<HTML onload=x>'), 'a.txt', 'text/html'],
  ['a page after a comment', Buffer.from('<!-- x --><script>1</script>'), 'a.txt', 'text/html'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'a.png', 'image/svg+xml'],
  [
    'SVG after a declaration',
    Buffer.from('<?xml version="1.0"?><!-- --><svg/>'.replace('/>', ' />')),
    'a',
    'image/svg+xml',
  ],
  ['XML', Buffer.from('<?xml version="1.0"?><note/>'), 'a.png', 'application/xml'],
  ['a PDF of plain text', Buffer.from('%PDF-1.4\n1 0 obj<</JS(app.alert(1))>>endobj'), 'a.txt', 'application/pdf'],
  ['words', Buffer.from('Grüße, Carla'), 'a.exe', 'text/plain'],
  ['words that look like a bitmap', Buffer.from('BM meeting notes'), 'notes.txt', 'text/plain'],
  ['a table', Buffer.from('a,b\n1,2'), 'Sheet.CSV', 'text/csv'],
  ['an old document', OLE, 'report.doc', 'application/msword'],
  ['an old office file without an extension', OLE, 'report', 'application/x-cfb'],
  ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'photo.jpg', 'application/x-msdownload'],
  ['nothing known', Buffer.from([0, 1, 2, 3]), 'a.png', 'application/octet-stream'],
  ['half a character', Buffer.from('Gr\u00fc').subarray(0, 3), 'a.txt', 'application/octet-stream'],
  ['nothing at all', Buffer.alloc(0), 'a.txt', 'application/octet-stream'],
  ['an archive that unpacks to 200 MB', zip('[Content_Types].xml', 200_000_000), 'a.zip', 'application/zip'],
])('detects the type by the bytes: %s', async (_what, bytes, name, type) => {
  expect(await decideContentType(bytes, name)).toBe(type)
})

test('types that browsers only show or play open inline, all others are downloads', () => {
  const disposition = (type: string) => servingHeaders(type, 'a')['content-disposition']?.split(';')[0]
  for (const type of [
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'image/avif',
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'text/plain',
  ]) {
    expect([type, disposition(type)]).toEqual([type, 'inline'])
  }
  for (const type of [
    'image/svg+xml',
    'text/html',
    'application/xml',
    'application/xhtml+xml',
    'text/xml',
    'text/csv',
    'application/json',
    'application/zip',
    'application/octet-stream',
    'image/svg+xml; x',
    'text/html\r\nX: y',
    '',
    'IMAGE/SVG+XML',
  ]) {
    expect([type, disposition(type)]).toEqual([type, 'attachment'])
  }
})

test('serves files in a sandbox, without sniffing and without a referrer', () => {
  const headers = servingHeaders('text/plain', 'a.txt')
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': expect.stringContaining('immutable') as string,
  })
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  expect(servingHeaders('text/html\r\nx', 'a')['content-type']).toBe('application/octet-stream')
})

test('encodes the file name in the header and lets nothing else in', () => {
  const name = (filename: string) => servingHeaders('text/plain', filename)['content-disposition']
  expect(name('Rechnung März.pdf')).toBe(
    `inline; filename="Rechnung M_rz.pdf"; filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf`,
  )
  expect(name(`a"; x="b\r\nX: y\\'(*)`)).toBe(
    `inline; filename="a_; x=_b__X: y_'(*)"; filename*=UTF-8''a%22%3B%20x%3D%22b%0D%0AX%3A%20y%5C%27%28%2A%29`,
  )
  expect(name('half \ud83d pair')).toContain("UTF-8''half%20_%20pair")
})

test.each([
  ['Invoice March.pdf', 'Invoice-March.pdf'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a.txt', 'a.txt'],
  ['.htaccess', 'htaccess'],
  ['...', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['in\u200bvo\u2060ice\ufeff.pdf', 'invoice.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a\0b\r\nc.txt', 'ab-c.txt'],
  ['a<b>:"|?*.txt', 'ab.txt'],
  ['half \ud83d.txt', 'half-.txt'],
  ['Счёт №5 👍.pdf', 'Счёт-№5-👍.pdf'],
  ['a.txt.', 'a.txt'],
])('the name %j becomes %j', (given, clean) => {
  expect(cleanFilename(given)).toBe(clean)
})

test('a name of 300 characters keeps its extension', () => {
  const name = cleanFilename(`${'й'.repeat(300)}.pdf`)
  expect(Array.from(name)).toHaveLength(120)
  expect(name.endsWith('й.pdf')).toBe(true)
  expect(Array.from(cleanFilename('👍'.repeat(300)))).toHaveLength(120)
  expect(Buffer.byteLength(cleanFilename(`a.${'x'.repeat(300)}`))).toBe(120)
})

test('keys are random and ASCII only', () => {
  const keys = ['Invoice-March.pdf', 'Счёт.pdf', '👍', '-..', 'x'.repeat(300), 'a b%2f..\\c'].map(newFileKey)
  expect(keys.map((key) => key.slice(33, 53))).toEqual([
    'Invoice-March.pdf',
    'pdf',
    'file',
    'file',
    'x'.repeat(20),
    'ab2f..c',
  ])
  expect(keys.every(isFileKey)).toBe(true)
  expect(new Set(keys.map((key) => key.slice(0, 32))).size).toBe(keys.length)
})
