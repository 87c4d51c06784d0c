import type { Inbox } from '@papercups/contract'

/** What a site puts on its pages. An inbox is named unless new conversations would go there anyway. */
export function embedSnippet({ id, account_id, is_primary }: Inbox, base_url: string) {
  return `<script>
  window.Papercups = {
    config: {
      token: '${account_id}',${is_primary ? '' : `\n      inbox: '${id}',`}
    },
  }
</script>
<script async defer src="${base_url}/widget.js"></script>`
}
