import type { Texts } from './en.js'

export const texts: Texts = {
  us: 'サポート',
  heading: '{company}とのチャット',
  messages: 'メッセージ',
  you: 'あなた',
  check: '新しいメッセージを確認する',
  message: 'メッセージ',
  send: 'メッセージを送信',
  name: 'お名前（任意）',
  email: 'メールアドレス',
  emailOptional: 'メールアドレス（任意、離席後に返信をお送りするため）',
  emailFirst: '先にメールアドレスをご入力ください。',
  empty: '先にメッセージをご入力ください。',
  late: 'ページを開いてから時間が経ちすぎたか、ブラウザーがCookieを保存していません。もう一度メッセージを送信してください。',
  oldLink: 'このリンクは無効になりました。こちらから引き続きお問い合わせいただけます。',
  notFound: 'このチャットは見つかりませんでした',
  tooMany: 'リクエストが多すぎます',
  refused: '処理できませんでした',
  goBack: '前のページに戻って、もう一度お試しください。',
}
