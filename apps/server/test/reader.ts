import { Client, type Answer } from './client.js'

/** A browser without JavaScript: it keeps cookies, follows redirects and posts forms. */
export class Reader extends Client {
  cookie = ''
  language = ''
  page = ''
  status = 0

  async opens(path: string) {
    return this.#arrive(await this.get(path, { accept: 'text/html', ...this.#kept() }))
  }

  async posts(path: string, fields: Record<string, string>) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...this.#kept() }
    const response = await fetch(this.url + path, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields).toString() },
      headers: { ...headers, 'x-forwarded-for': this.address },
    })
    const answer = { status: response.status, headers: response.headers, body: await response.text() }
    this.#arrive(answer)
    return answer.status === 303 ? this.opens(new URL(answer.headers.get('location') ?? '', this.url).pathname) : this
  }

  /** Submits the page's form with its hidden fields. */
  async writes(path: string, body: string, more: Record<string, string> = {}) {
    return this.posts(path, { ...this.hidden, body, ...more })
  }

  get hidden() {
    const fields = [...this.page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    return Object.fromEntries(fields.map(([, name, value]) => [name, value])) as Record<string, string>
  }

  get messages() {
    return [...this.page.matchAll(/<div class="words" dir="auto">([\s\S]*?)<\/div>/g)].map(([, words]) => words)
  }

  #kept() {
    return { ...(this.cookie && { cookie: this.cookie }), ...(this.language && { 'accept-language': this.language }) }
  }

  #arrive({ status, body, headers }: Answer) {
    this.cookie = headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    this.status = status
    this.page = body as string
    return this
  }
}
