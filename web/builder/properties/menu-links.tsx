import { Plus, X } from '#web/ui/generated/icons.ts'
import type { MenuLink } from '#domain/builder/element-properties.ts'
import { FIELD_MAX, MENU_LINKS_MAX } from '#domain/builder/builder-limits.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'

export interface MenuLinksProps {
  links: readonly MenuLink[]
  onChange: (links: readonly MenuLink[]) => void
  onRest: () => void
}

/** Editor for the links of a menu block: text and URL. */
export function MenuLinks({ links, onChange, onRest }: MenuLinksProps) {
  const change = (at: number, part: Partial<MenuLink>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...part } : link)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-strong">Links</legend>
      {links.map((link, index) => (
        // Links have no ids; their order identifies them.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 rounded-sm border border-line p-1.5">
          <Input
            aria-label={`Text of link ${index + 1}`}
            value={link.text}
            maxLength={FIELD_MAX.menuText}
            onChange={(event) => change(index, { text: event.target.value })}
            onBlur={onRest}
          />
          <IconButton
            icon={X}
            label={`Remove ${link.text || `link ${index + 1}`}`}
            onClick={() => onChange(links.filter((_, at) => at !== index))}
          />
          <Input
            aria-label={`URL of link ${index + 1}`}
            value={link.url}
            placeholder="https://"
            spellCheck={false}
            maxLength={FIELD_MAX.link}
            onChange={(event) => change(index, { url: event.target.value })}
            onBlur={onRest}
            className="col-span-2"
          />
        </div>
      ))}
      {links.length < MENU_LINKS_MAX && (
        <Button size="sm" icon={Plus} onClick={() => onChange([...links, { text: '', url: '' }])}>
          Add link
        </Button>
      )}
    </fieldset>
  )
}
