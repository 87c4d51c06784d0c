import type { TwilioAuthorization } from '@papercups/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../../ui/forms/use-server-form.js'

interface Props {
  inbox_id: string | undefined
  authorization: TwilioAuthorization | null
  onClose: () => void
}

const REFUSED = 'Invalid Twilio authorization details.'

/** Twilio did not accept the details. */
class Refusal extends Error {}

export function TwilioDialog({ inbox_id, authorization, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: {
      twilio_account_sid: authorization?.twilio_account_sid ?? '',
      twilio_auth_token: '',
      from_phone_number: authorization?.from_phone_number ?? '',
    },
    labels: {
      twilio_account_sid: 'Account SID',
      twilio_auth_token: 'Auth token',
      from_phone_number: 'Phone number',
    },
    async save(values) {
      const place = authorization ? { id: authorization.id } : { inbox_id: inbox_id ?? null }
      const { ok, error } = await api.post('/twilio/auth', { body: { authorization: { ...place, ...values } } })
      if (!ok) throw new Refusal(error === REFUSED ? '' : error)
      await cache.invalidateQueries({ queryKey: ['twilio'] })
      await cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      onClose()
    },
    describe: (error) =>
      error instanceof Refusal
        ? `${REFUSED} Please check the inputs above and try again. ${error.message}`.trim()
        : describeError(error),
  })
  const { twilio_account_sid, twilio_auth_token, from_phone_number } = form.values
  const hasToken = Boolean(twilio_auth_token.trim() || authorization?.twilio_auth_token)
  return (
    <FormDialog
      title="Connect to Twilio"
      submit={authorization ? 'Save' : 'Connect'}
      incomplete={!twilio_account_sid.trim() || !hasToken || !from_phone_number.trim()}
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput
        label="Account SID"
        placeholder="AC…"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('twilio_account_sid')}
      />
      <PasswordInput
        label="Auth token"
        autoComplete="new-password"
        placeholder={authorization?.twilio_auth_token ? 'Stored. Enter one to change it.' : ''}
        maxLength={1_000}
        {...form.getInputProps('twilio_auth_token')}
      />
      <TextInput
        label="Phone number"
        description="Your number at Twilio, with the country code."
        type="tel"
        placeholder="+15551234567"
        maxLength={255}
        {...form.getInputProps('from_phone_number')}
      />
    </FormDialog>
  )
}
