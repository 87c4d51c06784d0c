interface PointingTexts {
  /** `{}` is the agent's name. */
  question: string
  promise: string
  yes: string
  no: string
  here: string
}

const TEXTS: Record<string, PointingTexts> = {
  en: {
    question: '{} would like to point at things on this page for you.',
    promise: 'They can show you a marker. They cannot click or type.',
    yes: 'Allow',
    no: 'No, thanks',
    here: '{}: look here',
  },
  ar: {
    question: 'يود {} الإشارة إلى أجزاء من هذه الصفحة لمساعدتك.',
    promise: 'يمكنه إظهار علامة فقط، ولا يمكنه النقر أو الكتابة.',
    yes: 'سماح',
    no: 'لا، شكرًا',
    here: '{}: انظر هنا',
  },
  de: {
    question: '{} möchte Ihnen auf dieser Seite etwas zeigen.',
    promise: 'Sie sehen dann eine Markierung. Klicken oder tippen ist damit nicht möglich.',
    yes: 'Erlauben',
    no: 'Nein, danke',
    here: '{}: Schauen Sie hier',
  },
  es: {
    question: '{} quiere señalarle algo en esta página.',
    promise: 'Solo puede mostrar un marcador. No puede hacer clic ni escribir.',
    yes: 'Permitir',
    no: 'No, gracias',
    here: '{}: mire aquí',
  },
  fr: {
    question: '{} souhaite vous montrer quelque chose sur cette page.',
    promise: 'Un repère peut s’afficher. Il n’est pas possible de cliquer ni d’écrire à votre place.',
    yes: 'Autoriser',
    no: 'Non, merci',
    here: '{} : regardez ici',
  },
  ja: {
    question: '{}がこのページ上の場所を指し示すことを希望しています。',
    promise: '目印を表示するだけで、クリックや入力はできません。',
    yes: '許可する',
    no: 'いいえ',
    here: '{}：ここをご覧ください',
  },
  pt: {
    question: '{} gostaria de apontar algo nesta página para você.',
    promise: 'Só é possível mostrar um marcador. Não é possível clicar nem digitar.',
    yes: 'Permitir',
    no: 'Não, obrigado',
    here: '{}: olhe aqui',
  },
}

/** The first language that we have: of the page, of the browser, or English. */
export function pointingTexts(wishes: readonly string[], name: string) {
  const tag = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((wish) => Object.hasOwn(TEXTS, wish)) ?? 'en'
  const texts = TEXTS[tag] as PointingTexts
  const fill = (text: string) => text.replace('{}', () => name)
  return { ...texts, tag, question: fill(texts.question), here: fill(texts.here) }
}
