import type { GithubRepo } from '@papercups/contract'
import type { Github } from './open-github.js'

const PAGE = 100
/** A page more would make somebody wait too long. */
const MAX_PAGES = 10

/** The repositories that the installation can see. */
export async function listRepositories({ call }: Github): Promise<GithubRepo[]> {
  const found: GithubRepo[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `/installation/repositories?per_page=${PAGE}&page=${page}`
    const { repositories = [] } = await call<{ repositories?: GithubRepo[] }>('GET', path)
    found.push(...repositories)
    if (repositories.length < PAGE) break
  }
  return found
}
