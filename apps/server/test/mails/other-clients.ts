import { alternative, html, mail, plain, type CorpusMail } from './build.js'

const APPLE: Array<[language: string, attribution: string]> = [
  ['English', 'On 4 Mar 2024, at 10:15, Ada <ada@acme.test> wrote:'],
  ['German', 'Am 04.03.2024 um 10:15 schrieb Ada <ada@acme.test>:'],
  ['French', 'Le 4 mars 2024 à 10:15, Ada <ada@acme.test> a écrit\u00a0:'],
  ['Spanish', 'El 4 mar 2024, a las 10:15, Ada <ada@acme.test> escribió:'],
  ['Portuguese', 'No dia 04/03/2024, às 10:15, Ada <ada@acme.test> escreveu:'],
  ['Japanese', '2024/03/04 10:15、Ada <ada@acme.test>のメール:'],
  ['Arabic', 'في ٤ مارس ٢٠٢٤، الساعة ١٠:١٥، كتب/كتبت Ada <ada@acme.test>:'],
]

const THUNDERBIRD: Array<[language: string, attribution: string]> = [
  ['English', 'On 04/03/2024 10:15, Ada wrote:'],
  ['German', 'Am 04.03.24 um 10:15 schrieb Ada:'],
  ['French', 'Le 04/03/2024 à 10:15, Ada a écrit\u00a0:'],
  ['Spanish', 'El 4/3/24 a las 10:15, Ada escribió:'],
  ['Portuguese', 'Em 04/03/2024 10:15, Ada escreveu:'],
  ['Japanese', 'Ada さんは書きました:'],
  ['Arabic', 'في 4/3/2024 10:15، كتب Ada:'],
]

const PHONES: Array<[language: string, line: string]> = [
  ['English', 'Sent from my iPhone'],
  ['German', 'Von meinem iPhone gesendet'],
  ['French', 'Envoyé de mon iPhone'],
  ['Spanish', 'Enviado desde mi iPhone'],
  ['Portuguese', 'Enviado do meu iPhone'],
  ['Japanese', 'iPhoneから送信'],
  ['Arabic', 'أُرسلت من الـ iPhone'],
  ['Samsung in German', 'Gesendet von meinem Galaxy'],
  ['Outlook in French', 'Obtenez Outlook pour Android<https://aka.ms/x>'],
  ['Windows', 'Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows'],
]

export const otherClients: CorpusMail[] = [
  ...APPLE.map(([language, attribution]): CorpusMail => ({
    name: `Apple Mail in ${language}`,
    raw: mail(
      'X-Mailer: Apple Mail (2.3774.300)',
      alternative(
        `Got it.\n\n> ${attribution}\n> \n> Did it arrive?\n`,
        `<html><body style="overflow-wrap: break-word;">Got it.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${attribution.replace('<', '&lt;')}</div><br class="Apple-interchange-newline"><div>Did it arrive?</div></blockquote></div><br></body></html>`,
      ),
    ),
    becomes: { body: 'Got it.', parts: ['text', 'quote'] },
  })),
  ...THUNDERBIRD.map(([language, attribution]): CorpusMail => ({
    name: `Thunderbird in ${language}`,
    raw: mail(
      'User-Agent: Mozilla Thunderbird',
      plain(`Got it.\n\n${attribution}\n> Did it arrive?\n> Ada\n\n-- \nCarla Diaz\nexample.test\n`),
    ),
    becomes: { body: 'Got it.', parts: ['text', 'quote', 'signature'] },
  })),
  ...THUNDERBIRD.slice(0, 3).map(([language, attribution]): CorpusMail => ({
    name: `Thunderbird in ${language}, HTML only`,
    raw: mail(
      '',
      html(
        `<html><body><p>Got it.</p><div class="moz-cite-prefix">${attribution}<br></div><blockquote type="cite" cite="mid:out.1@acme.test"><p>Did it arrive?</p></blockquote><pre class="moz-signature" cols="72">-- \nCarla</pre></body></html>`,
      ),
    ),
    becomes: { body: 'Got it.', parts: ['text', 'quote', 'signature'] },
  })),
  ...PHONES.map(([language, line]): CorpusMail => ({
    name: `phone signature: ${language}`,
    raw: mail('', plain(`On my way\n\n${line}\n`)),
    becomes: { body: 'On my way', parts: ['text', 'signature'] },
  })),
  {
    name: 'iPhone quotes below its signature',
    raw: mail(
      '',
      plain(
        'Yes\n\nSent from my iPhone\n\n> On 4 Mar 2024, at 10:15, Ada <ada@acme.test> wrote:\n> \n> \ufeffDid it arrive?\n',
      ),
    ),
    becomes: { body: 'Yes', parts: ['text', 'signature', 'quote'] },
  },
  {
    name: 'a phone that quotes without a mark',
    raw: mail('', plain('Yes\n\nOn Mon, 4 Mar 2024, 10:15 Ada, <ada@acme.test> wrote:\n\nDid it arrive?\n\nAda\n')),
    becomes: { body: 'Yes', parts: ['text', 'quote'] },
  },
  {
    name: 'Apple Mail forward keeps the forwarded mail',
    raw: mail(
      'Subject: Fwd: Bill',
      plain('Look:\n\n> Begin forwarded message:\n> \n> From: Shop <shop@shop.test>\n> Subject: Bill\n> \n> 7 EUR\n'),
    ),
    becomes: {
      body: 'Look:\n\n> Begin forwarded message:\n>\n> From: Shop <shop@shop.test>\n> Subject: Bill\n>\n> 7 EUR',
      parts: ['text'],
    },
  },
  {
    name: 'Yahoo Mail, HTML only',
    raw: mail(
      '',
      html(
        '<div class="ydp1 yahoo-style-wrap"><div dir="ltr">It works now.</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, March 4, 2024 at 10:15:00 AM GMT+1, Ada &lt;ada@acme.test&gt; wrote:</div><div>Did it arrive?</div></div>',
      ),
    ),
    becomes: { body: 'It works now.', parts: ['text', 'quote'] },
  },
  {
    name: 'Proton Mail, HTML only',
    raw: mail(
      '',
      html(
        '<div>Thanks a lot</div><div class="protonmail_signature_block"><div>Sent with <a href="https://proton.me">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Monday, March 4th, 2024 at 10:15, Ada &lt;ada@acme.test&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Did it arrive?</blockquote></div>',
      ),
    ),
    becomes: { body: 'Thanks a lot', parts: ['text', 'signature', 'quote'] },
  },
  {
    name: 'an empty reply shows what there is',
    raw: mail('', plain('\n\nOn Mon, Mar 4, 2024 at 10:15 AM Ada <ada@acme.test> wrote:\n\n> Did it arrive?\n')),
    becomes: {
      body: 'On Mon, Mar 4, 2024 at 10:15 AM Ada <ada@acme.test> wrote:\n\n> Did it arrive?',
      parts: ['text'],
    },
  },
  {
    name: 'a sentence like an app signature inside the text',
    raw: mail('', plain('Sent from my iPhone I never get an answer.\nPlease reply here.\n')),
    becomes: { body: 'Sent from my iPhone I never get an answer.\nPlease reply here.', parts: ['text'] },
  },
  {
    name: 'dashes that divide a long text',
    raw: mail('', plain(`First part\n--\n${'a line of the second part\n'.repeat(20)}`)),
    becomes: { body: `First part\n--\n${'a line of the second part\n'.repeat(20)}`.trim(), parts: ['text'] },
  },
  {
    name: 'HTML with lists, tables, links and a hidden preview',
    raw: mail(
      '',
      html(
        '<html><head><title>x</title><style>p{color:red}</style></head><body><div style="display:none">preview</div><p>Broken:</p><ul><li>door</li><li>window &amp; frame</li></ul><table><tr><td>1</td></tr><tr><td>2</td></tr></table><script>alert(1)</script></body></html>',
      ),
    ),
    becomes: { body: 'Broken:\n\n- door\n- window & frame\n\n1\n2', parts: ['text'] },
  },
]
