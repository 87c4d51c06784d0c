import type { GithubIssue, Issue } from '@papercups/contract'
import { Button, Group, NativeSelect } from '@mantine/core'
import { queryOptions, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { authorizationQuery, github } from '../../entities/integration/account-services.js'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { env } from '../../lib/env.js'
import { readGithubIssue } from './github-issue.js'
import styles from './issues.module.css'

type Fields = Pick<Issue, 'title' | 'body' | 'state' | 'github_issue_url'>

interface Props {
  values: { title: string; body: string; state: Issue['state']; github_issue_url: string }
  onPick: (fields: Fields) => void
}

const reposQuery = queryOptions({
  queryKey: ['github', 'repos'],
  queryFn: ({ signal }) => api.getPage('/github/repos', { signal }),
  staleTime: 60_000,
})

const repoIssuesQuery = (full_name: string) =>
  queryOptions({
    queryKey: ['github', 'issues', full_name],
    queryFn: ({ signal }) => {
      const [owner = '', repo = ''] = full_name.split('/')
      return api.getPage('/github/issues', { query: { owner, repo }, signal })
    },
    enabled: full_name !== '',
  })

/** The server lists no more. */
const MAX_LISTED = 100

/** Fills the form from an issue on GitHub, or creates one there. Shown only while GitHub is connected. */
export function GithubPicker(props: Props) {
  const { data: authorization } = useQuery(authorizationQuery(github))
  return authorization ? <Picker {...props} /> : null
}

function Picker({ values, onPick }: Props) {
  const [repo, setRepo] = useState('')
  const repos = useQuery(reposQuery)
  const issues = useQuery(repoIssuesQuery(repo))
  const url = values.github_issue_url.trim()
  const sync = useMutation({
    mutationFn: async () => {
      const { data, failure } = await api.getPage('/github/issues', { query: { url } })
      const [found] = data
      if (!found) throw new Error(failure ?? 'GitHub shows no issue at this URL.')
      onPick(toFields(found))
    },
  })
  const create = useMutation({
    mutationFn: async () => {
      const [owner = '', name = ''] = repo.split('/')
      const issue = { title: values.title, body: values.body }
      const created = await api.post('/github/issues', { body: { owner, repo: name, issue } })
      onPick({ ...toFields(created), state: values.state })
    },
  })
  const listed = issues.data?.data ?? []
  // Only of the last attempt.
  const error = create.submittedAt > sync.submittedAt ? create.error : sync.error
  return (
    <>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!readGithubIssue(url, env.github_host)}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        >
          Sync from GitHub
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!repo || !values.title.trim() || url !== ''}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          Create on GitHub
        </Button>
      </Group>
      {error && (
        <p role="alert" className={styles.problem}>
          {describeError(error)}
        </p>
      )}
      <NativeSelect
        label="Repository on GitHub"
        value={repo}
        onChange={({ currentTarget }) => setRepo(currentTarget.value)}
        error={failureOf(repos)}
        data={[
          { value: '', label: 'Choose a repository' },
          ...(repos.data?.data ?? []).map(({ full_name }) => full_name),
        ]}
      />
      {repo && (
        <NativeSelect
          label="Issue on GitHub"
          value=""
          onChange={({ currentTarget: { value } }) => {
            const picked = listed.find(({ id }) => String(id) === value)
            if (picked) onPick(toFields(picked))
          }}
          error={failureOf(issues)}
          description={
            listed.length < MAX_LISTED ? undefined : 'The newest 100. For an older one, enter its URL above.'
          }
          data={[
            { value: '', label: issues.isFetching ? 'Loading…' : 'Choose an issue' },
            ...listed.map(({ id, number, title }) => ({ value: String(id), label: `#${number} ${title}` })),
          ]}
        />
      )}
    </>
  )
}

const failureOf = ({ data, error }: UseQueryResult<{ failure?: string }>) =>
  error ? describeError(error) : data?.failure

const toFields = ({ title, body, state, html_url }: GithubIssue): Fields => ({
  title: title.slice(0, 255),
  body: body?.slice(0, 20_000) ?? '',
  state: state === 'closed' ? 'done' : 'unstarted',
  github_issue_url: html_url,
})
