export const HowReplyWorks = () => (
  <ol>
    <li>Connect Slack and choose a channel. Each new conversation of this inbox becomes a thread there.</li>
    <li>
      In Slack, add the app to the channel with <code>/app</code>, so that it sees your replies.
    </li>
    <li>Reply in a thread. The customer gets your answer in the chat, under the name of the agent with your email.</li>
    <li>
      Start a message with <code>;;</code> or <code>{'\\\\'}</code> to write a private note.
    </li>
    <li>The buttons at the first message close and reopen the conversation.</li>
  </ol>
)

export const HowSyncWorks = () => (
  <ol>
    <li>Connect Slack and choose a channel that you share with customers.</li>
    <li>What customers write there becomes a conversation of this inbox.</li>
    <li>Answer here. Your answer appears in the thread in Slack.</li>
    <li>
      To use more channels, add the app there with <code>/app</code>. Each channel becomes a company.
    </li>
  </ol>
)
