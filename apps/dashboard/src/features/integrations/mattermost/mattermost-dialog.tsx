import type { MattermostAccess, MattermostAuthorization } from '@papercups/contract'
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../../ui/forms/use-server-form.js'
import { TestPost } from '../test-post.js'
import { mattermostChannelsQuery } from './mattermost-queries.js'

interface Props {
  inbox_id: string | undefined
  authorization: MattermostAuthorization | null
  onClose: () => void
}

/** Long enough that typing a token asks once. */
const PAUSE_MS = 500
const STORED = 'Stored. Enter one to change it.'

export function MattermostDialog({ inbox_id, authorization, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: {
      mattermost_url: authorization?.mattermost_url ?? '',
      access_token: '',
      channel_id: authorization?.channel_id ?? '',
      verification_token: '',
    },
    async save({ channel_id, ...values }) {
      const place = authorization ? { id: authorization.id } : { inbox_id: inbox_id ?? null }
      const channel = channels?.find(({ id }) => id === channel_id)
      const chosen = channel && {
        channel_id,
        channel_name: channel.name,
        team_id: channel.team_id,
        team_domain: channel.team_name,
      }
      await api.post('/mattermost/auth', { body: { authorization: { ...place, ...values, ...chosen } } })
      await cache.invalidateQueries({ queryKey: ['mattermost'] })
      await cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      onClose()
    },
  })
  const { values } = form
  const access = accessOf(values, authorization)
  const [settled] = useDebouncedValue(JSON.stringify(access), PAUSE_MS)
  const asked = settled === JSON.stringify(access) ? access : undefined
  const { data: channels, error, isFetching } = useQuery(mattermostChannelsQuery(asked))
  const hasWebhook = Boolean(authorization?.verification_token || values.verification_token)
  return (
    <FormDialog
      title="Connect to Mattermost"
      submit={authorization ? 'Save' : 'Connect'}
      incomplete={!access || !values.channel_id || !hasWebhook}
      {...{ formProps, pending, failure, onClose }}
    >
      <TextInput
        label="Mattermost URL"
        type="url"
        placeholder="https://chat.company.com"
        maxLength={2_000}
        data-autofocus
        {...form.getInputProps('mattermost_url')}
      />
      <PasswordInput
        label="Bot token"
        autoComplete="new-password"
        placeholder={authorization?.access_token ? STORED : ''}
        maxLength={1_000}
        {...form.getInputProps('access_token')}
      />
      <NativeSelect
        label="Channel"
        description="The public channels of the bot's teams. They are listed when the URL and the token are there."
        disabled={!channels}
        {...form.getInputProps('channel_id')}
        error={error && `Mattermost error: ${describeError(error)}`}
        data={[
          { value: '', label: isFetching ? 'Loading…' : 'Choose a channel' },
          ...(channels ?? []).map((channel) => ({
            value: channel.id,
            label: `${channel.display_name} (${channel.team_display_name})`,
          })),
        ]}
      />
      <PasswordInput
        label="Webhook token"
        description="Of the outgoing webhook."
        autoComplete="new-password"
        placeholder={authorization?.verification_token ? STORED : ''}
        maxLength={1_000}
        {...form.getInputProps('verification_token')}
      />
      <TestPost
        service="Mattermost"
        values={access && channels && values.channel_id ? { ...access, channel_id: values.channel_id } : undefined}
        send={(authorization) => api.post('/mattermost/test', { body: { authorization } })}
      />
    </FormDialog>
  )
}

/** The stored token counts only for the stored URL. */
function accessOf(
  { mattermost_url, access_token }: { mattermost_url: string; access_token: string },
  authorization: MattermostAuthorization | null,
): MattermostAccess | undefined {
  const url = mattermost_url.trim()
  const token = access_token.trim()
  if (!URL.canParse(url)) return undefined
  if (token) return { mattermost_url: url, access_token: token }
  if (authorization?.access_token && authorization.mattermost_url === url)
    return { mattermost_url: url, authorization_id: authorization.id }
  return undefined
}
