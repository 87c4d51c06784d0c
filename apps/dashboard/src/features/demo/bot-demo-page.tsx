import { useEffect, useState } from 'react'
import { Brand } from '../../ui/brand.js'
import { BotChat } from './bot-chat.js'
import styles from './bot-demo.module.css'
import { FaqList } from './faq-list.js'
import { keepFaqs, readFaqs } from './faqs.js'

/** Lets visitors teach a bot a few questions and try it. */
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
            Write down questions that your customers ask, and your answers. Then ask the bot in your own words.
          </p>
          <p className={styles.banner}>
            <strong>Hosted training is temporarily disabled.</strong> The bot still works: this server finds the
            question closest to yours.
          </p>
          <FaqList faqs={faqs} onChange={setFaqs} />
        </div>
        <BotChat faqs={faqs} />
      </main>
    </div>
  )
}
