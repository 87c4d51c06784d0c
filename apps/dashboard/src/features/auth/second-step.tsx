import { Anchor, Button, TextInput } from '@mantine/core'
import { AuthPage } from './auth-page.js'
import styles from './auth-page.module.css'
import { takeSecondStep } from './sign-in.js'
import { useAuthForm } from './use-auth-form.js'

/** Asks for the code of the authenticator app, or for a recovery code. */
export function SecondStep({ token, onBack }: { token: string; onBack: () => void }) {
  const { form, formProps, pending, failure } = useAuthForm(
    {
      initialValues: { code: '' },
      validate: { code: (code) => (code.trim() ? null : 'Code is required') },
    },
    ({ code }) => takeSecondStep(token, code),
  )

  const back = (
    <Anchor component="button" type="button" inherit underline="always" onClick={onBack}>
      Back to log in
    </Anchor>
  )
  return (
    <AuthPage title="One more step" failure={failure} footer={back}>
      <form className={styles.form} {...formProps}>
        <TextInput
          label="Authentication code"
          description="The six digits in your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" fullWidth loading={pending}>
          Continue
        </Button>
      </form>
    </AuthPage>
  )
}
