import { alternative, html, mail, part, plain, type CorpusMail } from './build.js'

/** The header block of Outlook for Windows in each language. */
const BLOCKS: Array<[language: string, reply: string, block: string]> = [
  [
    'English',
    'It arrived.',
    'From: Ada <ada@acme.test>\nSent: Monday, March 4, 2024 10:15 AM\nTo: Carla Diaz <carla@example.test>\nSubject: Your order',
  ],
  [
    'German',
    'Es ist da.',
    'Von: Ada <ada@acme.test>\nGesendet: Montag, 4. März 2024 10:15\nAn: Carla Diaz <carla@example.test>\nBetreff: Ihre Bestellung',
  ],
  [
    'French',
    'Bien reçu.',
    'De : Ada <ada@acme.test>\nEnvoyé : lundi 4 mars 2024 10:15\nÀ : Carla Diaz <carla@example.test>\nObjet : Votre commande',
  ],
  [
    'Spanish',
    'Ya llegó.',
    'De: Ada <ada@acme.test>\nEnviado el: lunes, 4 de marzo de 2024 10:15\nPara: Carla Diaz <carla@example.test>\nAsunto: Su pedido',
  ],
  [
    'Portuguese',
    'Já chegou.',
    'De: Ada <ada@acme.test>\nEnviada em: segunda-feira, 4 de março de 2024 10:15\nPara: Carla Diaz <carla@example.test>\nAssunto: Seu pedido',
  ],
  [
    'Japanese',
    '届きました。',
    '差出人: Ada <ada@acme.test>\n送信日時: 2024年3月4日 10:15\n宛先: Carla Diaz <carla@example.test>\n件名: ご注文',
  ],
  [
    'Arabic',
    'وصل الطلب.',
    'من: Ada <ada@acme.test>\nتاريخ الإرسال: الاثنين، 4 مارس 2024 10:15\nإلى: Carla Diaz <carla@example.test>\nالموضوع: طلبك',
  ],
]

const wordHtml = (reply: string, block: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang="EN-US"><div class="WordSection1"><p class="MsoNormal">${reply}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${block
    .split('\n')
    .map((line) => line.replace('<', '&lt;').replace(/^([^:]+:)/, '<b>$1</b>'))
    .join(
      '<br>',
    )}<o:p></o:p></p></div></div><p class="MsoNormal">Hi Carla, did it arrive?<o:p></o:p></p></div></body></html>`

const ORIGINALS: Array<[language: string, mark: string]> = [
  ['English', 'Original Message'],
  ['German', 'Ursprüngliche Nachricht'],
  ['French', "Message d'origine"],
  ['Spanish', 'Mensaje original'],
  ['Portuguese', 'Mensagem original'],
  ['Japanese', '元のメッセージ'],
  ['Arabic', 'الرسالة الأصلية'],
]

export const outlook: CorpusMail[] = [
  ...BLOCKS.map(([language, reply, block]): CorpusMail => ({
    name: `Outlook reply in ${language}`,
    raw: mail(
      'X-Mailer: Microsoft Outlook 16.0\nThread-Index: AQHZ',
      alternative(`${reply}\n\n${block}\n\nHi Carla, did it arrive?\n`, wordHtml(reply, block)),
    ),
    becomes: { body: reply, parts: ['text', 'quote'], kind: 'person' },
  })),
  ...BLOCKS.map(([language, reply, block]): CorpusMail => ({
    name: `Outlook reply in ${language}, HTML only`,
    raw: mail('', html(wordHtml(reply, block))),
    becomes: { body: reply, parts: ['text', 'quote'] },
  })),
  ...ORIGINALS.map(([language, mark]): CorpusMail => ({
    name: `Outlook's old separator in ${language}`,
    raw: mail('', plain(`Yes.\n\n-----${mark}-----\nAda <ada@acme.test>\n\nDid it arrive?\n`)),
    becomes: { body: 'Yes.', parts: ['text', 'quote'] },
  })),
  {
    name: 'Outlook on the web writes underscores above the block',
    raw: mail(
      '',
      alternative(
        'Perfect.\n________________________________\nFrom: Ada <ada@acme.test>\nSent: Monday, March 4, 2024 10:15\nTo: Carla <carla@example.test>\nSubject: Your order\n\nDid it arrive?\n',
        '<html><body dir="ltr"><div class="elementToProof">Perfect.</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Ada &lt;ada@acme.test&gt;<br><b>Sent:</b> Monday, March 4, 2024 10:15<br><b>To:</b> Carla<br><b>Subject:</b> Your order</font></div><div>Did it arrive?</div></body></html>',
      ),
    ),
    becomes: { body: 'Perfect.', parts: ['text', 'quote'] },
  },
  {
    name: 'Outlook for iOS with stars around the labels',
    raw: mail(
      '',
      plain(
        'Great, thanks\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n*From:* Ada <ada@acme.test>\n*Sent:* Monday, March 4, 2024 10:15:00 AM\n*To:* Carla <carla@example.test>\n*Subject:* Your order\n\nDid it arrive?\n',
      ),
    ),
    becomes: { body: 'Great, thanks', parts: ['text', 'signature', 'quote'] },
  },
  {
    name: 'Outlook forward keeps the forwarded mail',
    raw: mail(
      'Subject: WG: Rechnung 7',
      plain(
        'Bitte prüfen.\n\nVon: Shop <shop@shop.test>\nGesendet: Montag, 4. März 2024 09:00\nAn: Carla\nBetreff: Rechnung 7\n\nIhre Rechnung.\n',
      ),
    ),
    becomes: {
      body: 'Bitte prüfen.\n\nVon: Shop <shop@shop.test>\nGesendet: Montag, 4. März 2024 09:00\nAn: Carla\nBetreff: Rechnung 7\n\nIhre Rechnung.',
      parts: ['text'],
    },
  },
  {
    name: 'Outlook signature on the web',
    raw: mail(
      '',
      html('<div>Please call me.</div><div><br></div><div id="Signature"><p>Carla Diaz</p><p>+49 30 1234</p></div>'),
    ),
    becomes: { body: 'Please call me.', parts: ['text', 'signature'] },
  },
  {
    name: 'Outlook with windows-1252',
    raw: mail(
      'Subject: =?windows-1252?Q?Gr=FC=DFe?=',
      Buffer.from(
        'Content-Type: text/plain; charset="windows-1252"\r\nContent-Transfer-Encoding: 8bit\r\n\r\nPreis: 5 \x80, gr\xfcn\r\n',
        'latin1',
      ),
    ),
    becomes: { body: 'Preis: 5 €, grün', subject: 'Grüße' },
  },
  {
    name: 'a list of labels that is no header block',
    raw: mail('', part('text/plain', 'From: Berlin\nTo: Hamburg\n\nCan you ship this route?')),
    becomes: { body: 'From: Berlin\nTo: Hamburg\n\nCan you ship this route?', parts: ['text'] },
  },
]
