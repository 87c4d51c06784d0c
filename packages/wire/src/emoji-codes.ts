/** Frequent emoji by their usual names. The widget and the dashboard show the same ones. */
const SIGNS =
  '+1👍 -1👎 100💯 angry😠 bell🔔 birthday🎂 blue_heart💙 blush😊 boom💥 broken_heart💔 bug🐛 bulb💡 cake🍰 calendar📅 clap👏 cold_sweat😰 confused😕 cool😎 credit_card💳 crossed_fingers🤞 cry😢 email📧 eyes👀 facepalm🤦 fire🔥 flushed😳 gift🎁 globe🌐 green_heart💚 grimacing😬 grin😁 grinning😀 handshake🤝 heart❤️ heart_eyes😍 hourglass⌛ hugs🤗 info❕ innocent😇 joy😂 key🔑 kissing_heart😘 laughing😆 link🔗 lock🔒 mag🔍 memo📝 muscle💪 neutral_face😐 no_entry⛔ ok👌 ok_hand👌 open_mouth😮 package📦 party🥳 partying_face🥳 pensive😔 phone📞 point_down👇 point_left👈 point_right👉 point_up👆 pray🙏 question❓ rage😡 raised_hands🙌 relaxed☺️ relieved😌 rocket🚀 rofl🤣 rolling_eyes🙄 rose🌹 sad😢 satisfied😆 scream😱 shrug🤷 slightly_smiling_face🙂 smile😄 smiley😃 smirk😏 sob😭 sparkles✨ star⭐ stuck_out_tongue😛 sun☀️ sunglasses😎 sweat😓 sweat_smile😅 tada🎉 thinking🤔 thumbsdown👎 thumbsup👍 tired_face😫 trophy🏆 truck🚚 upside_down_face🙃 warning⚠️ wave👋 white_check_mark✅ wink😉 worried😟 wrench🔧 x❌ yum😋 zap⚡'

const signs = new Map(
  SIGNS.split(' ').map((pair) => {
    const [, name = '', sign = ''] = /^([\w+-]+)(.+)$/u.exec(pair) ?? []
    return [name, sign]
  }),
)

/** The emoji of a name: `tada` is 🎉. */
export const emojiByName = (name: string): string | undefined => signs.get(name)

export const emojiNames = (): string[] => [...signs.keys()]

/** Replaces `:tada:` by 🎉. Unknown names stay unchanged. */
export const drawEmojiCodes = (text: string) =>
  text.replace(/:([a-z+-][\w+-]{0,30}):/g, (code, name: string) => signs.get(name) ?? code)
