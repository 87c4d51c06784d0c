/** The code that puts the recorder on a page. */
export const htmlSnippet = (account_id: string, base_url: string) => `<script>
  window.Papercups = {
    config: {
      accountId: '${account_id}',
      // Optional: the person who is signed in. Your server puts in that person's own data,
      // never the same for all visitors: they would become one customer and read each other's chats.
      // customer: {
      //   name: 'Carla',
      //   email: 'carla@example.com',
      //   external_id: '42',
      // },
      // Optional: the URL of your Papercups
      baseUrl: '${base_url}',
    },
  }
</script>
${scriptSnippet(base_url)}`

/** For pages with the chat widget, which have the configuration already. */
export const scriptSnippet = (base_url: string) => `<script async defer src="${base_url}/storytime.js"></script>`

export const packageSnippet = (account_id: string, base_url: string) => `// npm install @papercups/recorder
import { Storytime } from '@papercups/recorder'

const storytime = Storytime.init({
  accountId: '${account_id}',
  // Optional: the person who is signed in. Put in that person's own data, never the same
  // for all visitors: they would become one customer and read each other's chats.
  // customer: {
  //   name: 'Carla',
  //   email: 'carla@example.com',
  //   external_id: '42',
  // },
  // Optional: the URL of your Papercups
  baseUrl: '${base_url}',
})

// When recording should end
storytime.finish()`
