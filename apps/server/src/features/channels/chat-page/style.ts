const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #fff; --theirs: #f0f2f5; --own: #e0efff; --line: #87909a; --link: #0b5cad; --alert: #a40e26 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a8b0b9; --paper: #16181c; --theirs: #25282e; --own: #123455; --line: #6d7681; --link: #7cbcff; --alert: #ff9aa8 } }
* { box-sizing: border-box }
body { margin: 0; border-top: 4px solid var(--accent); background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 640px; margin: 0 auto; padding: 24px 16px }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere }
h1 + p { margin: 0; color: var(--soft); overflow-wrap: anywhere }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.notice { color: var(--alert); font-weight: 600 }
.messages { display: flex; flex-direction: column; gap: 12px; margin: 24px 0; padding: 0; list-style: none }
.messages li { max-width: 85%; padding: 8px 12px; border-radius: 8px; background: var(--theirs) }
.messages .own { align-self: flex-end; background: var(--own) }
.messages .theirs { align-self: flex-start }
time { color: var(--soft); font-size: 13px }
.words { white-space: pre-wrap; overflow-wrap: anywhere }
.words p, .words ul, .words ol, .words pre, .words blockquote { margin: 0 0 8px }
.words > :last-child { margin-bottom: 0 }
.words:has(> p, > ul, > ol, > pre, > blockquote) { white-space: normal }
pre { overflow-x: auto; white-space: pre }
blockquote { padding-inline-start: 12px; border-inline-start: 3px solid var(--line) }
a { color: var(--link) }
label { display: block; margin: 16px 0 4px; font-weight: 600 }
input:not([type=hidden]), textarea { width: 100%; padding: 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: var(--ink); font: inherit }
.scores { margin: 24px 0 0; padding: 0; border: 0 }
.scores legend { padding: 0; font-weight: 600 }
.scores label { display: inline-block; margin: 8px 8px 0 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; cursor: pointer }
input[type=radio]:not([type=hidden]) { width: 20px; height: 20px; margin: 0; vertical-align: middle; accent-color: var(--link) }
button, .button { display: inline-block; min-height: 44px; padding: 10px 18px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: var(--ink); font: inherit; text-decoration: none; cursor: pointer }
button { margin-top: 16px; border-color: var(--ink); background: var(--ink); color: var(--paper); font-weight: 600 }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
`

/** The colour is only a line at the top, so contrast does not matter. */
export const styleOf = (color: string | undefined) =>
  `${STYLE}:root { --accent: ${color && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : '#1890ff'} }`
