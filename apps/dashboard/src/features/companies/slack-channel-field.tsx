import type { Company, SlackAuthorization } from '@papercups/contract'
import { NativeSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { slackAuthorizationsQuery, slackChannelsQuery } from '../../entities/integration/slack-queries.js'
import { useMe } from '../../entities/user/me.js'
import { describeError } from '../../lib/api-error.js'

export type SlackPlace = Pick<Company, 'slack_channel_id' | 'slack_channel_name' | 'slack_team_id' | 'slack_team_name'>

interface Props {
  value: SlackPlace
  onChange: (place: SlackPlace) => void
  /** Also where there is only one. */
  withWorkspace: boolean
}

/** The channel that the company shares with the team. Shown to admins, while Slack is connected for customers. */
export function SlackChannelField(props: Props) {
  const isAdmin = useMe().role === 'admin'
  const { data = [] } = useQuery({ ...slackAuthorizationsQuery('support', undefined), enabled: isAdmin })
  const { slack_team_id } = props.value
  // Never the channel of one workspace under the name of another.
  const current = slack_team_id ? data.find(({ team_id }) => team_id === slack_team_id) : data[0]
  return isAdmin && current ? <Fields {...props} authorizations={data} current={current} /> : null
}

interface Connected extends Props {
  authorizations: SlackAuthorization[]
  current: SlackAuthorization
}

function Fields({ value, onChange, withWorkspace, authorizations, current }: Connected) {
  const { data: channels = [], isFetching, error } = useQuery(slackChannelsQuery(current.id))
  const { slack_channel_id, slack_channel_name } = value
  const isListed = channels.some(({ id }) => id === slack_channel_id)
  const stored = slack_channel_id && !isListed ? [{ id: slack_channel_id, name: slack_channel_name ?? '' }] : []
  const options = [...stored, ...channels].map(({ id, name }) => ({ value: id, label: name ? `#${name}` : id }))
  const choose = (team: SlackAuthorization, id: string | null) => {
    const name = channels.find((channel) => channel.id === id)?.name ?? slack_channel_name
    onChange({
      slack_channel_id: id,
      slack_channel_name: id && name,
      slack_team_id: id || team !== current ? team.team_id : null,
      slack_team_name: id || team !== current ? team.team_name : null,
    })
  }
  return (
    <>
      {(withWorkspace || authorizations.length > 1) && (
        <NativeSelect
          label="Slack workspace"
          value={current.id}
          onChange={({ currentTarget }) => {
            const team = authorizations.find(({ id }) => id === currentTarget.value)
            if (team) choose(team, null)
          }}
          data={authorizations.map(({ id, team_name, team_id }) => ({
            value: id,
            label: team_name ?? team_id ?? 'Slack',
          }))}
        />
      )}
      <Select
        label="Slack channel"
        description="Messages of this channel belong to the company."
        placeholder={isFetching ? 'Loading…' : 'Choose a channel'}
        data={options}
        value={slack_channel_id}
        onChange={(id) => choose(current, id)}
        searchable
        clearable
        limit={100}
        nothingFoundMessage="No such channel"
        error={error && describeError(error)}
        clearButtonProps={{ 'aria-label': 'Remove the channel' }}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      />
    </>
  )
}
