import type { RatingTexts } from './en.js'

export const texts: RatingTexts = {
  ask: '今回の対応はいかがでしたか？',
  score: '5 段階中 {}',
  comment: 'ご意見をお聞かせください（任意）',
  send: '評価を送信',
  thanks: '評価ありがとうございます。',
  change: '変更する',
  failed: '評価を保存できませんでした。',
}
