import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Emoji that suit an email, each with its name. */
const EMOJI =
  `😀 grinning face,😊 smiling face,😄 laughing face,😂 tears of joy,🙂 slight smile,😉 winking face,😍 heart eyes,🤩 star eyes,😎 sunglasses,🤔 thinking face,
😅 relief,🥳 party face,🙌 raised hands,👏 clapping hands,👍 thumbs up,👎 thumbs down,👋 waving hand,🙏 thank you,💪 strong,🤝 handshake,
👉 pointing right,👇 pointing down,❤️ red heart,💙 blue heart,💚 green heart,💛 yellow heart,🔥 fire,✨ sparkles,⭐ star,🎉 party popper,
🎁 gift,🎂 birthday cake,🎈 balloon,🏆 trophy,🥇 gold medal,🎯 target,🚀 rocket,💡 idea,📣 megaphone,📢 loudspeaker,
📅 calendar,⏰ alarm clock,⏳ hourglass,📍 place,📞 telephone,✉️ envelope,📧 email,📎 paper clip,📄 page,📊 chart,
📈 growth,💰 money,💳 card,🛒 shopping cart,🛍️ shopping bags,🏷️ price tag,✅ done,✔️ check mark,❌ cross,❗ exclamation mark,
❓ question mark,⚠️ warning,🔒 lock,🔑 key,🌍 world,☀️ sun,🌧️ rain,❄️ snowflake,🌸 blossom,🌱 plant,
🌲 tree,🍀 four-leaf clover,☕ coffee,🍕 pizza,🍷 wine,🎓 graduation,📚 books,🎵 music,⚽ football,✈️ airplane,
🚗 car,🏠 house,🏢 office,🎄 Christmas tree,🎃 pumpkin,🐣 Easter chick`
    .split(',')
    .map((entry) => entry.trim())
    .map((entry) => ({ emoji: entry.slice(0, entry.indexOf(' ')), name: entry.slice(entry.indexOf(' ') + 1) }))

/** A small searchable grid of emoji. */
export function EmojiGrid({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [query, setQuery] = useState('')
  const found = EMOJI.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <div className="grid gap-3">
      <Field label="Search emoji">
        <Input value={query} onChange={(event) => setQuery(event.target.value)} autoComplete="off" />
      </Field>
      <div role="group" aria-label="Emoji" className="grid max-h-44 grid-cols-7 overflow-y-auto">
        {found.map(({ emoji, name }) => (
          <button
            key={emoji}
            type="button"
            aria-label={name}
            title={name}
            onClick={() => onChoose(emoji)}
            className="grid size-8 place-items-center rounded-sm text-base hover:bg-ink/7"
          >
            {emoji}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="text-ink-soft">No emoji found. Your keyboard may have it.</p>}
    </div>
  )
}
