import { useEffect, useState } from 'react'
import { Brand } from '../../ui/brand.js'
import { BotChat } from './bot-chat.js'
import styles from './bot-demo.module.css'
import { FaqList } from './faq-list.js'
import { keepFaqs, readFaqs } from './faqs.js'

/** Teach a bot a few questions, and see what it makes of them. */
export function BotDemoPage() {
  const [faqs, setFaqs] = useState(() => readFaqs())
  useEffect(() => keepFaqs(faqs), [faqs])

  return (
    <div className={styles.page}>
      <title>Bot demo · Papercups</title>
      <header className={styles.top}>
        <Brand size={28} />
        Papercups
      </header>
      <main className={styles.body}>
        <div className={styles.teaching}>
          <h1>Teach a bot</h1>
          <p className={styles.lead}>
            Write down what your customers ask and what you answer. Then ask the bot in words of your own.
          </p>
          <p className={styles.banner}>
            <strong>Hosted training is temporarily disabled.</strong> The bot works all the same: this server looks for
            the question that is nearest to yours.
          </p>
          <FaqList faqs={faqs} onChange={setFaqs} />
        </div>
        <BotChat faqs={faqs} />
      </main>
    </div>
  )
}
