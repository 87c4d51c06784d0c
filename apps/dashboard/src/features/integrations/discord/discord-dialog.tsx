import type { DiscordAccess, DiscordAuthorization, DiscordBot } from '@papercups/contract'
import { Alert, Anchor, Button, NativeSelect, PasswordInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { connectedServicesQuery } from '../../../entities/integration/connected-services.js'
import { api } from '../../../lib/api.js'
import { describeError } from '../../../lib/api-error.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../../ui/forms/use-server-form.js'
import { TestPost } from '../test-post.js'
import { discordBotQuery } from './discord-queries.js'

interface Props {
  inbox_id: string | undefined
  authorization: DiscordAuthorization | null
  onClose: () => void
}

/** Long enough that typing a token asks once. */
const PAUSE_MS = 500

export function DiscordDialog({ inbox_id, authorization, onClose }: Props) {
  const cache = useQueryClient()
  const { form, formProps, pending, failure } = useServerForm({
    initialValues: { bot_token: '', channel_id: authorization?.channel_id ?? '' },
    async save(values) {
      const place = authorization ? { id: authorization.id } : { inbox_id: inbox_id ?? null }
      await api.post('/discord/auth', { body: { authorization: { ...place, ...values } } })
      await cache.invalidateQueries({ queryKey: ['discord', 'authorization'] })
      await cache.invalidateQueries({ queryKey: connectedServicesQuery.queryKey })
      onClose()
    },
  })
  const { bot_token, channel_id } = form.values
  const access = accessOf(bot_token, authorization)
  const [settled] = useDebouncedValue(JSON.stringify(access), PAUSE_MS)
  const asked = settled === JSON.stringify(access) ? access : undefined
  const { data: bot, error, isFetching, refetch } = useQuery(discordBotQuery(asked))
  const values = access && bot && channel_id ? { ...access, channel_id } : undefined
  return (
    <FormDialog
      title="Connect to Discord"
      submit={authorization ? 'Save' : 'Connect'}
      incomplete={!values || !bot?.can_read_messages}
      {...{ formProps, pending, failure, onClose }}
    >
      <PasswordInput
        label="Bot token"
        autoComplete="new-password"
        placeholder={authorization ? 'Stored. Enter one to change it.' : ''}
        maxLength={1_000}
        data-autofocus
        {...form.getInputProps('bot_token')}
      />
      {bot && !bot.can_read_messages && (
        <Alert color="yellow" title="The bot cannot read answers">
          Turn on its Message Content Intent in the developer portal of Discord, on the page Bot. Then look again.
        </Alert>
      )}
      <NativeSelect
        label="Server and channel"
        description="The text channels of the bot's servers. They are listed when the token is there."
        disabled={!bot}
        {...form.getInputProps('channel_id')}
        error={error && `Discord error: ${describeError(error)}`}
        data={[
          { value: '', label: isFetching ? 'Loading…' : 'Choose a channel' },
          ...(bot ? channelsByServer(bot) : []),
        ]}
      />
      {bot && (
        <p>
          Your server is not in the list?{' '}
          <Anchor href={bot.invite_url} target="_blank" rel="noreferrer">
            Add the bot to a server
          </Anchor>
          , then{' '}
          <Button variant="default" size="compact-xs" loading={isFetching} onClick={() => void refetch()}>
            Look again
          </Button>
        </p>
      )}
      <TestPost
        service="Discord"
        values={values}
        send={(authorization) => api.post('/discord/test', { body: { authorization } })}
      />
    </FormDialog>
  )
}

function accessOf(given: string, authorization: DiscordAuthorization | null): DiscordAccess | undefined {
  const bot_token = given.trim()
  if (bot_token) return { bot_token }
  return authorization ? { authorization_id: authorization.id } : undefined
}

function channelsByServer({ channels }: Pick<DiscordBot, 'channels'>) {
  const servers = new Map(channels.map(({ guild_id, guild_name }) => [guild_id, guild_name]))
  return [...servers].map(([id, group]) => ({
    group,
    items: channels
      .filter(({ guild_id }) => guild_id === id)
      .map((channel) => ({ value: channel.id, label: `#${channel.name}` })),
  }))
}
