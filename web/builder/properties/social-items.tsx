import { Plus, X } from '#web/ui/generated/icons.ts'
import { SOCIAL_NETWORKS, type SocialItem, type SocialNetwork } from '#domain/builder/element-properties.ts'
import { FIELD_MAX, SOCIAL_ITEMS_MAX } from '#domain/builder/builder-limits.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

const NETWORKS = Object.entries(SOCIAL_NETWORKS).map(([value, label]) => ({ value, label }))

export interface SocialItemsProps {
  items: readonly SocialItem[]
  onChange: (items: readonly SocialItem[]) => void
  onRest: () => void
}

/** Editor for the links of a social media block: network and URL. */
export function SocialItems({ items, onChange, onRest }: SocialItemsProps) {
  const change = (at: number, part: Partial<SocialItem>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...part } : item)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-strong">Links</legend>
      {items.map((item, index) => (
        // Items have no ids; their order identifies them.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 rounded-sm border border-line p-1.5">
          <Select
            aria-label={`Network ${index + 1}`}
            value={item.network}
            options={NETWORKS}
            onChange={(event) => change(index, { network: event.target.value as SocialNetwork })}
          />
          <IconButton
            icon={X}
            label={`Remove ${SOCIAL_NETWORKS[item.network]}`}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          />
          <Input
            aria-label={`URL for ${SOCIAL_NETWORKS[item.network]}`}
            value={item.url}
            placeholder={item.network === 'email' ? 'me@example.com' : 'https://'}
            spellCheck={false}
            maxLength={FIELD_MAX.link}
            onChange={(event) => change(index, { url: event.target.value })}
            onBlur={onRest}
            className="col-span-2"
          />
        </div>
      ))}
      {items.length < SOCIAL_ITEMS_MAX && (
        <Button size="sm" icon={Plus} onClick={() => onChange([...items, { network: 'website', url: '' }])}>
          Add link
        </Button>
      )}
    </fieldset>
  )
}
