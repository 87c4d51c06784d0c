import type { Texts } from './en.js'

export const texts: Texts = {
  buttonFails: 'ボタンが機能しない場合は、次のアドレスを開いてください。',
  somebody: '匿名',
  openConversation: '会話を開く',
  verification: {
    heading: 'メールアドレスをご確認ください',
    lead: 'ご連絡を確実にお届けするため、このアドレスがご本人のものであることをご確認ください。',
    button: 'メールアドレスを確認する',
    footnote:
      'リンクの有効期間は3日間です。このメールは、このアドレスで登録が行われたためにお送りしています。お心当たりのない場合は破棄してください。',
  },
  passwordReset: {
    heading: 'パスワードの再設定',
    lead: 'お使いのアカウントについて、パスワード再設定のご依頼がありました。次のリンクから新しいパスワードをお選びください。',
    button: '新しいパスワードを設定する',
    footnote:
      'リンクは1回のみ、1時間有効です。お心当たりのない場合は、このメールを破棄してください。パスワードは変更されません。',
  },
  invitation: {
    heading: '{who}さんから{company}への招待',
    headingAlone: '{company}への招待',
    lead: 'チームの一員として{company}のお客様に対応するよう招待されています。',
    button: '招待を受ける',
    footnote: 'リンクの有効期間は3日間です。招待者にお心当たりのない場合は、このメールを破棄してください。',
  },
  mention: {
    heading: '{who}さんがあなたをメンションしました',
    colleague: 'チームメンバー',
    footnote: 'このメールは、あなたがメンションされたためにお送りしています。プロフィール画面で配信を停止できます。',
  },
  alert: {
    headingOne: '{who}からの新着メッセージ',
    headingMany: '{who}からの複数の新着メッセージ',
    anonymous: '匿名の訪問者（{conversation}）',
    lead: '{company}に新しいメッセージが届き、返信を待っています。',
    footnote: 'このメールは、新着メッセージの通知が有効なためお送りしています。プロフィール画面で配信を停止できます。',
  },
}
