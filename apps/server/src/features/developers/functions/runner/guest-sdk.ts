/**
 * `require('@papercups-io/papercups')` in a function: the methods of the original's Node SDK, and those of tags and issue links. It is plain JavaScript because it
 * runs in the sandbox, and `/deps` serves the same text to clients of the original.
 */
export const GUEST_SDK = `'use strict'

module.exports = function papercups(token, options) {
  const key = token || process.env.PAPERCUPS_API_KEY
  const host = (options && options.host) || process.env.PAPERCUPS_HOST || ''

  const pairs = (value, name) => {
    if (value === undefined) return []
    if (value === null || typeof value !== 'object')
      return [encodeURIComponent(name) + '=' + encodeURIComponent(value === null ? '' : String(value))]
    const inner = (child) => (name ? name + '[' + (Array.isArray(value) ? '' : child) + ']' : child)
    return Object.keys(value).flatMap((child) => pairs(value[child], inner(child)))
  }

  const call = async (method, path, body) => {
    const headers = { accept: 'application/json', authorization: 'Bearer ' + key }
    if (body) headers['content-type'] = 'application/json'
    const response = await fetch(host + '/api/v1' + path, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    let json = {}
    try {
      json = text ? JSON.parse(text) : {}
    } catch (error) {
      // An answer that is not JSON: the status says what happened.
    }
    if (response.ok) return json
    const reason = (json.error && json.error.message) || response.status
    const error = new Error(method + ' ' + path + ': ' + reason)
    error.status = response.status
    error.response = { status: response.status, body: json }
    throw error
  }
  const get = async (path, query) => {
    const text = pairs(query || {}, '').join('&')
    return (await call('GET', text ? path + '?' + text : path)).data
  }
  const post = async (path, body) => (await call('POST', path, body)).data
  const put = async (path, body) => (await call('PUT', path, body)).data
  const destroy = (path) => call('DELETE', path)

  const resource = (path, name) => {
    const remove = (id) => destroy('/' + path + '/' + id)
    return {
      list: (query) => get('/' + path, query),
      retrieve: (id) => get('/' + path + '/' + id),
      create: (fields) => post('/' + path, { [name]: fields }),
      update: (id, fields) => put('/' + path + '/' + id, { [name]: fields }),
      destroy: remove,
      delete: remove,
    }
  }
  const links = (path, name, key) => ({
    ['add' + name]: (id, value) => post(path(id), { [key]: value }),
    ['remove' + name]: (id, value) => destroy(path(id) + '/' + value),
  })
  const own = (path, name) => ({
    retrieve: (id) => get('/' + path + '/' + (id || 'me')),
    update: (fields, id) => put('/' + path + '/' + (id || 'me'), { [name]: fields }),
  })

  return {
    me: () => get('/me'),
    messages: resource('messages', 'message'),
    conversations: {
      ...resource('conversations', 'conversation'),
      listMessages: (id, query) => get('/conversations/' + id + '/messages', query),
      ...links((id) => '/conversations/' + id + '/tags', 'Tag', 'tag_id'),
    },
    customers: {
      ...resource('customers', 'customer'),
      ...links((id) => '/customers/' + id + '/tags', 'Tag', 'tag_id'),
      ...links((id) => '/customers/' + id + '/issues', 'Issue', 'issue_id'),
    },
    companies: resource('companies', 'company'),
    tags: resource('tags', 'tag'),
    issues: resource('issues', 'issue'),
    notes: resource('notes', 'note'),
    users: { list: (query) => get('/users', query), retrieve: (id) => get('/users/' + id) },
    profile: own('profile', 'user_profile'),
    user_settings: own('user_settings', 'user_settings'),
    reporting: (query) => get('/reporting', query),
    slack: { notify: (body) => post('/slack/notify', body) },
    gmail: { send: (body) => post('/gmail/send', body) },
    twilio: { send: (body) => post('/twilio/send', body) },
    github: {
      repos: { list: (query) => get('/github/repos', query) },
      issues: {
        list: (query) => get('/github/issues', query),
        create: (body) => post('/github/issues', body),
      },
    },
  }
}
`
