import type { GithubIssue, Issue } from '@papercups/contract'
import { Button, Group, NativeSelect } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authorizationQuery, github } from '../../entities/integration/account-services.js'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { env } from '../../lib/env.js'
import { readGithubIssue } from './github-issue.js'
import styles from './issues.module.css'

type Fields = Pick<Issue, 'title' | 'body' | 'state' | 'github_issue_url'>

interface Props {
  values: { title: string; body: string; github_issue_url: string }
  onPick: (fields: Fields) => void
}

const reposQuery = queryOptions({
  queryKey: ['github', 'repos'],
  queryFn: ({ signal }) => api.get('/github/repos', { signal }),
  staleTime: 60_000,
})

const repoIssuesQuery = (full_name: string) =>
  queryOptions({
    queryKey: ['github', 'issues', full_name],
    queryFn: ({ signal }) => {
      const [owner = '', repo = ''] = full_name.split('/')
      return api.get('/github/issues', { query: { owner, repo }, signal })
    },
    enabled: full_name !== '',
  })

/** Fills the form from an issue on GitHub, or creates one there. Shown only while GitHub is connected. */
export function GithubPicker(props: Props) {
  const { data: authorization } = useQuery(authorizationQuery(github))
  return authorization ? <Picker {...props} /> : null
}

function Picker({ values, onPick }: Props) {
  const [repo, setRepo] = useState('')
  const { data: repos = [] } = useQuery(reposQuery)
  const { data: issues, isFetching } = useQuery(repoIssuesQuery(repo))
  const url = values.github_issue_url.trim()
  const sync = useMutation({
    mutationFn: async () => {
      const [found] = await api.get('/github/issues', { query: { url } })
      if (!found) throw new Error('GitHub shows no issue at this URL.')
      onPick(toFields(found))
    },
  })
  const create = useMutation({
    mutationFn: async () => {
      const [owner = '', name = ''] = repo.split('/')
      const issue = { title: values.title, body: values.body }
      onPick(toFields(await api.post('/github/issues', { body: { owner, repo: name, issue } })))
    },
  })
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
        data={[{ value: '', label: 'Choose a repository' }, ...repos.map(({ full_name }) => full_name)]}
      />
      {repo && (
        <NativeSelect
          label="Issue on GitHub"
          value=""
          onChange={({ currentTarget: { value } }) => {
            const picked = issues?.find(({ id }) => String(id) === value)
            if (picked) onPick(toFields(picked))
          }}
          data={[
            { value: '', label: isFetching ? 'Loading…' : 'Choose an issue' },
            ...(issues ?? []).map(({ id, number, title }) => ({ value: String(id), label: `#${number} ${title}` })),
          ]}
        />
      )}
    </>
  )
}

const toFields = ({ title, body, state, html_url }: GithubIssue): Fields => ({
  title: title.slice(0, 255),
  body: body?.slice(0, 20_000) ?? '',
  state: state === 'closed' ? 'done' : 'unstarted',
  github_issue_url: html_url,
})
