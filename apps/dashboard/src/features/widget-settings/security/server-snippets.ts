/**
 * Code that signs a customer's id on a site's own server. The key comes from the environment, because it is a secret.
 */
export const SERVER_SNIPPETS = [
  {
    name: 'Node.js',
    code: `const { createHmac } = require('node:crypto')

const userHash = createHmac('sha256', process.env.PAPERCUPS_IDENTITY_KEY)
  .update(String(user.id))
  .digest('hex')`,
  },
  {
    name: 'Ruby',
    code: `require 'openssl'

user_hash = OpenSSL::HMAC.hexdigest(
  'SHA256',
  ENV.fetch('PAPERCUPS_IDENTITY_KEY'),
  user.id.to_s
)`,
  },
  {
    name: 'Python',
    code: `import hashlib
import hmac
import os

user_hash = hmac.new(
    os.environ["PAPERCUPS_IDENTITY_KEY"].encode(),
    str(user.id).encode(),
    hashlib.sha256,
).hexdigest()`,
  },
  {
    name: 'PHP',
    code: `$userHash = hash_hmac(
    'sha256',
    (string) $user->id,
    getenv('PAPERCUPS_IDENTITY_KEY')
);`,
  },
]
