import type { GithubRepo } from '@papercups/contract'
import { repoPath, type GithubIssue, type IssuePlace } from './github-issue.js'
import type { Github } from './open-github.js'

const PAGE = 100
/** A page more would make somebody wait too long. */
const MAX_PAGES = 10
const MAX_ISSUES = 100

/** The repositories that the installation can see. */
export const listRepositories = ({ call }: Github) =>
  readPages(async (page) => {
    const path = `/installation/repositories?per_page=${PAGE}&page=${page}`
    return (await call<{ repositories?: GithubRepo[] }>('GET', path)).repositories ?? []
  })

/** The newest issues of a repository. GitHub lists its pull requests among them. */
export async function listIssues({ call }: Github, repo: Pick<IssuePlace, 'owner' | 'repo'>) {
  const list = `${repoPath(repo)}/issues?state=all&per_page=${PAGE}`
  const isIssue = ({ pull_request }: GithubIssue) => !pull_request
  const found = await readPages(
    (page) => call<GithubIssue[]>('GET', `${list}&page=${page}`),
    (items) => items.filter(isIssue).length >= MAX_ISSUES,
  )
  return found.filter(isIssue).slice(0, MAX_ISSUES)
}

async function readPages<T>(read: (page: number) => Promise<T[]>, isEnough: (found: T[]) => boolean = () => false) {
  const found: T[] = []
  for (let page = 1; page <= MAX_PAGES && !isEnough(found); page++) {
    const items = await read(page)
    found.push(...items)
    if (items.length < PAGE) break
  }
  return found
}
