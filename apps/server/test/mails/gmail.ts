import { alternative, file, html, mail, multipart, plain, type CorpusMail } from './build.js'

/** The attribution of Gmail's web page in each language. It breaks long ones into two lines. */
const REPLIES: Array<[language: string, reply: string, attribution: string]> = [
  ['English', 'Thanks, that works!', 'On Mon, Mar 4, 2024 at 10:15 AM Ada from Acme <\nada@acme.test> wrote:'],
  ['German', 'Danke, das klappt!', 'Am Mo., 4. März 2024 um 10:15 Uhr schrieb Ada von Acme <\nada@acme.test>:'],
  ['French', 'Merci, ça marche !', 'Le lun. 4 mars 2024 à 10:15, Ada de Acme <ada@acme.test> a écrit :'],
  ['Spanish', '¡Gracias, funciona!', 'El lun, 4 mar 2024 a las 10:15, Ada de Acme (<ada@acme.test>) escribió:'],
  ['Portuguese', 'Obrigado, funciona!', 'Em seg., 4 de mar. de 2024 às 10:15, Ada da Acme <ada@acme.test>\nescreveu:'],
  ['Japanese', 'ありがとうございます。動きました。', '2024年3月4日(月) 10:15 Ada <ada@acme.test>:'],
  [
    'Arabic',
    'شكرا، هذا يعمل!',
    'في الاثنين، 4 مارس 2024 في 10:15 ص تمت كتابة ما يلي بواسطة \u202aAda\u202c\u200f <\n\u202aada@acme.test\u202c\u200f>:',
  ],
]

const quotedHtml = (reply: string, attribution: string) =>
  `<div dir="ltr">${reply}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${attribution.replaceAll('\n', ' ').replace(/</g, '&lt;')}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">Hi Carla, did it arrive?<div><br></div><div>Ada</div></div></blockquote></div>`

const quotedText = (reply: string, attribution: string) =>
  `${reply}\n\n${attribution}\n\n> Hi Carla, did it arrive?\n>\n> Ada\n>\n`

const HEADERS = 'In-Reply-To: <out.1@acme.test>\nReferences: <out.0@acme.test>\n <out.1@acme.test>'

export const gmail: CorpusMail[] = [
  ...REPLIES.map(([language, reply, attribution]): CorpusMail => ({
    name: `Gmail reply in ${language}`,
    raw: mail(HEADERS, alternative(quotedText(reply, attribution), quotedHtml(reply, attribution))),
    becomes: { body: reply, parts: ['text', 'quote'], kind: 'person', in_reply_to: ['<out.1@acme.test>'] },
  })),
  ...REPLIES.map(([language, reply, attribution]): CorpusMail => ({
    name: `Gmail reply in ${language}, HTML only`,
    raw: mail(HEADERS, html(quotedHtml(reply, attribution))),
    becomes: { body: reply, parts: ['text', 'quote'] },
  })),
  {
    name: 'Gmail forward keeps the forwarded mail',
    raw: mail(
      'Subject: Fwd: Invoice 7',
      plain(
        'Please see below.\n\n---------- Forwarded message ---------\nFrom: Shop <shop@shop.test>\nDate: Mon, 4 Mar 2024 at 09:00\nSubject: Invoice 7\nTo: <carla@example.test>\n\nYour invoice is attached.\n',
      ),
    ),
    becomes: {
      body: 'Please see below.\n\n---------- Forwarded message ---------\nFrom: Shop <shop@shop.test>\nDate: Mon, 4 Mar 2024 at 09:00\nSubject: Invoice 7\nTo: <carla@example.test>\n\nYour invoice is attached.',
      subject: 'Fwd: Invoice 7',
      parts: ['text'],
    },
  },
  {
    name: 'Gmail forward, HTML only',
    raw: mail(
      'Subject: Fwd: Invoice 7',
      html(
        '<div dir="ltr">See below.<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <b>Shop</b> &lt;shop@shop.test&gt;<br></div><p>Your invoice.</p></div></div>',
      ),
    ),
    becomes: {
      body: 'See below.\n\n---------- Forwarded message ---------\nFrom: Shop <shop@shop.test>\n\nYour invoice.',
      parts: ['text'],
    },
  },
  {
    name: 'Gmail answers point by point',
    raw: mail(
      HEADERS,
      plain(
        'On Mon, Mar 4, 2024 at 10:15 AM Ada <ada@acme.test> wrote:\n\n> Which size?\n\nLarge.\n\n> Which colour?\n\nBlue, please.\n',
      ),
    ),
    becomes: {
      body: 'On Mon, Mar 4, 2024 at 10:15 AM Ada <ada@acme.test> wrote:\n\n> Which size?\n\nLarge.\n\n> Which colour?\n\nBlue, please.',
      parts: ['text'],
    },
  },
  {
    name: 'Gmail signature, HTML only',
    raw: mail(
      '',
      html(
        '<div dir="ltr">Where is my parcel?<div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div>Carla Diaz</div><div>Buyer, Example Ltd</div></div></div>',
      ),
    ),
    becomes: { body: 'Where is my parcel?', parts: ['text', 'signature'] },
  },
  {
    name: 'Gmail with an inline picture and a PDF',
    raw: mail(
      'Subject: =?UTF-8?Q?Kaputte_T=C3=BCr?=\nFrom: =?UTF-8?B?SsO8cmdlbg==?= <carla@example.test>',
      multipart('mixed', [
        multipart('related', [
          multipart('alternative', [
            plain('See the picture.\n\n[image: door.png]\n'),
            html('<div dir="ltr">See the picture.<br><img src="cid:ii_door" alt="door.png"></div>'),
          ]),
          file('image/png', 'door.png', 'png', 'inline', 'Content-ID: <ii_door>\n'),
        ]),
        file('application/pdf', 'bill.pdf', '%PDF-1.7'),
      ]),
    ),
    becomes: {
      body: 'See the picture.\n\n[image: door.png]',
      subject: 'Kaputte Tür',
      attachments: ['door.png (inline)', 'bill.pdf'],
    },
  },
  {
    name: 'Gmail, the reply below the quote',
    raw: mail(
      HEADERS,
      plain(
        'On Mon, Mar 4, 2024 at 10:15 AM Ada <ada@acme.test> wrote:\n\n> Did it arrive?\n\nYes, today.\n\n-- \nCarla\n',
      ),
    ),
    becomes: { body: 'Yes, today.', parts: ['quote', 'text', 'signature'] },
  },
]
