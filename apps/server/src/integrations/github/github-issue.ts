import type { IssueState } from '@papercups/contract'
import { unlessRefused } from '../../features/channels/chat-services/call-service.js'
import type { Platform } from '../../platform/platform.js'
import { callAsApp } from './github-api.js'
import type { Github } from './open-github.js'

/** An issue as GitHub has it, as far as it is read. */
export interface GithubIssue {
  id: number
  number: number
  html_url: string
  title: string
  body: string | null
  state: string
  pull_request?: unknown
}

/** Where an issue is. */
export interface IssuePlace {
  owner: string
  repo: string
  number: string
}

/** Of an owner or a repository. Not `.` or `..`, which would change the path of a call. */
const NAME = '(?!\\.{1,2}/)[\\w.-]{1,100}'
const issueUrl = ({ config }: Platform) =>
  `https?://(?:www\\.)?${config.github_host.replaceAll('.', '\\.')}/(${NAME})/(${NAME})/issues/(\\d{1,10})`

/** Undefined for anything but the URL of an issue. */
export function readIssueUrl(platform: Platform, text: string | null | undefined): IssuePlace | undefined {
  const match = new RegExp(`^${issueUrl(platform)}/?(?:[?#].*)?$`, 'i').exec(text?.trim() ?? '')
  return match ? toPlace(match) : undefined
}

/** The issues that a text names, each once. */
export function findIssueUrls(platform: Platform, text: string): IssuePlace[] {
  const places = [...text.matchAll(new RegExp(`${issueUrl(platform)}(?![\\w/-])`, 'gi'))].map(toPlace)
  return [...new Map(places.map((place) => [issuePath(place).toLowerCase(), place])).values()]
}

const toPlace = ([, owner = '', repo = '', number = '']: RegExpMatchArray): IssuePlace => ({ owner, repo, number })

export const repoPath = ({ owner, repo }: Pick<IssuePlace, 'owner' | 'repo'>) =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`

export const issuePath = (place: IssuePlace) => `${repoPath(place)}/issues/${place.number}`

/** Whether two URLs name the same issue. GitHub ignores the case of names. */
export function isSameIssue(platform: Platform, a: string, b: string) {
  const [one, other] = [a, b].map((url) => readIssueUrl(platform, url))
  return one && other ? issuePath(one).toLowerCase() === issuePath(other).toLowerCase() : false
}

/** Undefined if there is none, or if it is a pull request. */
export async function readGithubIssue(github: Github, place: IssuePlace): Promise<GithubIssue | undefined> {
  const issue = await unlessRefused(github.call<GithubIssue>('GET', issuePath(place)))
  return issue?.pull_request ? undefined : issue
}

/**
 * Whether the repository is one of the installation. Everybody can read public repositories, and a visitor could name any of
 * them.
 */
export async function isInstalledIn(platform: Platform, { installation_id }: Github, place: IssuePlace) {
  const path = `${repoPath(place)}/installation`
  const found = await unlessRefused(callAsApp<{ id: number }>(platform, 'GET', path))
  return String(found?.id) === installation_id
}

export const isOpen = (state: IssueState) => state !== 'done' && state !== 'closed'

export const toState = (state: string): IssueState => (state === 'closed' ? 'done' : 'unstarted')

/** As much of the texts as an issue of ours can hold. */
export const toFields = ({ title, body, state, html_url }: GithubIssue) => ({
  title: title.slice(0, 255) || html_url,
  body: body?.slice(0, 20_000) ?? null,
  state: toState(state),
  github_issue_url: html_url,
})
