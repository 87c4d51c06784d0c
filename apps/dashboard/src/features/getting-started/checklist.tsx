import type { Inbox, OnboardingStatus } from '@papercups/contract'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { env } from '../../lib/env.js'
import styles from './getting-started.module.css'
import { onboardingSteps, type Step } from './steps.js'

export function Checklist({ status, inboxes }: { status: OnboardingStatus; inboxes: Inbox[] }) {
  const steps = onboardingSteps(status, inboxes, env.flags.billing_enabled)
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <>
      <div className={styles.progress}>
        <progress value={done} max={steps.length} aria-label="Steps done" />
        {done === steps.length ? 'All done!' : `${done} of ${steps.length} done`}
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepItem key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
    </>
  )
}

function StepItem({ step: { title, text, done, links }, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li className={styles.step} data-done={done || undefined}>
      {done ? (
        <IconCircleCheckFilled size={24} className={styles.check} aria-hidden="true" />
      ) : (
        <IconCircle size={24} stroke={1.5} aria-hidden="true" />
      )}
      <div className={styles.about}>
        <h2>
          {title}
          <VisuallyHidden>{done ? ' (done)' : ' (to do)'}</VisuallyHidden>
        </h2>
        <p>{text}</p>
        <div className={styles.links}>
          {links.map(({ to, label }, index) => (
            <Button key={to} component={Link} to={to} size="xs" variant={isNext && index === 0 ? 'filled' : 'default'}>
              {label}
            </Button>
          ))}
        </div>
      </div>
    </li>
  )
}
