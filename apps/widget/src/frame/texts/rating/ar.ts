import type { RatingTexts } from './en.js'

export const texts: RatingTexts = {
  ask: 'كيف كانت محادثتك معنا؟',
  score: '{} من 5',
  comment: 'أخبرنا بالمزيد (اختياري)',
  send: 'إرسال التقييم',
  thanks: 'شكرًا على تقييمك!',
  change: 'تغييره',
  failed: 'تعذّر حفظ تقييمك.',
}
