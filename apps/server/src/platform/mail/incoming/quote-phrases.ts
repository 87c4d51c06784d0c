/**
 * The lines that mail clients write above quoted text, in the product's languages. Each pattern is tested against one
 * line without direction marks, of a limited length.
 */
const ATTRIBUTIONS = [
  // English: "On Mon, Mar 4, 2024 at 10:15 AM Ada <ada@acme.test> wrote:"
  /^On\s.{6,300}\swrote\s?:$/,
  /^.{2,200}\swrote on .{6,100}:$/,
  // German: "Am Mo., 4. März 2024 um 10:15 Uhr schrieb Ada <ada@acme.test>:"
  /^Am\s.{6,300}\sschrieb(?:\s.{0,200})?:$/,
  /^Am\s.{6,300}\sgeschrieben:$/,
  // French: "Le lun. 4 mars 2024 à 10:15, Ada <ada@acme.test> a écrit :"
  /^Le\s.{6,300}\sa écrit\s?:$/,
  // Spanish: "El lun, 4 mar 2024 a las 10:15, Ada (<ada@acme.test>) escribió:"
  /^El\s.{6,300}\sescribió\s?:$/,
  // Portuguese: "Em seg., 4 de mar. de 2024 às 10:15, Ada <ada@acme.test> escreveu:"
  /^(?:Em|No dia|A)\s.{6,300}\sescreveu\s?:$/,
  /^.{2,200}\sescreveu (?:no dia .{5,100}|\(.{5,100}\))\s?:$/,
  // Japanese: "2024年3月4日(月) 10:15 Ada <ada@acme.test>:"
  /^\d{4}年\d{1,2}月\d{1,2}日.{0,300}[:：]$/,
  /^\d{4}\/\d{1,2}\/\d{1,2}.{0,300}のメール\s?[:：]$/,
  /^.{1,200}(?:さんは|は)書きました[:：]$/,
  // Arabic: "في الاثنين، 4 مارس 2024 في 10:15 ص تمت كتابة ما يلي بواسطة Ada <ada@acme.test>:"
  /^في\s.{6,300}(?:كتب|بواسطة).{0,200}[:：]$/,
  // Without words: "2024-03-04 10:15 GMT+01:00 Ada <ada@acme.test>:"
  /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}.{0,20}\s.{1,200}<[^<>\s]{3,254}>\s?:$/,
]

const ORIGINAL = words(
  'Original Message|Original Appointment|Ursprüngliche Nachricht|Originalnachricht|Message d.origine|Message original',
  'Mensaje original|Mensagem original|元のメッセージ|الرسالة الأصلية',
)
const FORWARDED = words(
  'Forwarded message|Weitergeleitete Nachricht|Message transféré|Mensaje reenviado|Forwarded Message',
  'Mensagem encaminhada|転送メッセージ|الرسالة المعاد توجيهها|رسالة معاد توجيهها',
)
const BEGIN_FORWARDED = words(
  'Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Début du message (?:réexpédié|transféré)',
  'Inicio del mensaje reenviado|Início da mensagem (?:reencaminhada|encaminhada)|転送されたメッセージ',
  'بدء الرسالة المعاد توجيهها',
)

const ORIGINAL_LINE = new RegExp(`^-{2,}\\s*(?:${ORIGINAL})\\s*-{2,}$`, 'i')
const FORWARDED_LINE = new RegExp(`^(?:-{2,}\\s*(?:${FORWARDED})\\s*-{2,}|(?:${BEGIN_FORWARDED})\\s?[:：])$`, 'i')

/** Outlook quotes without a mark, below a block of header lines. */
const LABELS = {
  from: label('From|Von|De|差出人|送信者|من'),
  sent: label(
    'Sent|Date|Gesendet|Datum|Envoyé|Enviado|Enviado el|Fecha|Enviada em|Enviado em|Enviada|Data',
    '送信日時|日付|日時|تاريخ الإرسال|تم الإرسال|التاريخ|أرسلت',
  ),
  to: label('To|An|À|A|Para|宛先|إلى'),
  subject: label('Subject|Betreff|Objet|Asunto|Assunto|件名|الموضوع'),
}

const APP =
  'iPhone|iPad|iPod|Galaxy|Samsung|Android|Pixel|Huawei|Xiaomi|BlackBerry|mobile|phone|tablet|Mail|Outlook|Yahoo|Gmail|Proton|' +
  'Windows|AOL|Spark|Handy|Smartphone|portable|téléphone|móvil|celular|telemóvel|Correo|Courrier|Correio|E-Mail|هاتف'

/** Lines that apps add by themselves. Short, and each names a device or a program. */
const APP_SIGNATURES = [
  new RegExp(`^Sent (?:from|with|using|via) .{0,30}(?:${APP})`, 'i'),
  /^Get Outlook for \w+/i,
  new RegExp(`^(?:Von .{0,30}(?:${APP}).{0,30} gesendet|Gesendet (?:von|mit|aus|über) .{0,30}(?:${APP}))`, 'i'),
  /^(?:Outlook für \w+ (?:beziehen|herunterladen)|Holen Sie sich Outlook für)/i,
  new RegExp(`^Envoyé (?:de|depuis|à partir de|avec) .{0,30}(?:${APP})`, 'i'),
  /^(?:Obtenez|Obtenir|Télécharger) Outlook pour/i,
  new RegExp(`^Enviado (?:desde|con|do|da|de|pelo|a partir d[eo]) .{0,30}(?:${APP})`, 'i'),
  /^(?:Obtener|Obter o|Descargar) Outlook para/i,
  /^.{0,40}(?:iPhone|iPad|Android|スマートフォン|Galaxy|Yahoo!?メール).{0,20}から送信.{0,5}$/,
  /^Outlook for \w+ を入手/,
  new RegExp(`^(?:أ?ُ?رسلت|تم الإرسال|مرسلة?) من .{0,30}(?:${APP})`, 'i'),
  /^(?:الحصول على|احصل على) Outlook/,
]

/** Subjects of forwarded mail: Outlook marks it in no other way. */
const FORWARD_SUBJECT = /^\s*(?:fwd?|wg|tr|rv|enc|転送|إعادة توجيه)\s*[:：]/i

const LONGEST_LINE = 500

export const isAttribution = (line: string) =>
  /[:：]$/.test(line) && line.length <= LONGEST_LINE && ATTRIBUTIONS.some((pattern) => pattern.test(line))
export const isOriginalMark = (line: string) => line.length <= LONGEST_LINE && ORIGINAL_LINE.test(line)
export const isForwardMark = (line: string) => line.length <= LONGEST_LINE && FORWARDED_LINE.test(line)
export const isForwardSubject = (subject: string) => FORWARD_SUBJECT.test(subject)
export const isAppSignature = (line: string) =>
  line.length <= 200 && APP_SIGNATURES.some((pattern) => pattern.test(line))

/** `lines` are the next ones that are not blank. */
export function isHeaderBlock(lines: string[]) {
  const [first = '', ...rest] = lines.map((line) => line.slice(0, 100).replaceAll('*', ''))
  if (!LABELS.from.test(first)) return false
  const others = [LABELS.sent, LABELS.to, LABELS.subject]
  return others.filter((label) => rest.some((line) => label.test(line))).length >= 2
}

/** Spaces of one kind, and no direction marks. */
export const plainLine = (text: string) =>
  text
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()

function words(...alternatives: string[]) {
  return alternatives.join('|')
}

function label(...alternatives: string[]) {
  return new RegExp(`^(?:${words(...alternatives)})\\s?[:：]`, 'i')
}
