import { Plus, X } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { TOPIC_LIMITS, type Topic } from '#domain/email-preferences.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface TopicsProps {
  topics: readonly Topic[]
  disabled: boolean
  onChange: (topics: Topic[]) => void
}

/**
 * Editor for the topics that recipients can unsubscribe from (product: preferences.topics). A topic is saved when its
 * field loses the focus.
 */
export function Topics({ topics, disabled, onChange }: TopicsProps) {
  const saved = topics.map(ownFields)
  /** The topics being edited; one without a name is not saved yet. Null while none is edited. */
  const [typed, setTyped] = useState<readonly Topic[] | null>(null)
  const shown = typed ?? saved
  const type = (index: number, part: Partial<Topic>) =>
    setTyped(shown.map((topic, each) => (each === index ? { ...topic, ...part } : topic)))

  function save(next: readonly Topic[]) {
    const named = next.map(trimmed).filter(({ name }) => name !== '')
    setTyped(named.length === next.length ? null : next)
    if (JSON.stringify(named) !== JSON.stringify(saved)) onChange(named)
  }

  return (
    <Card
      title="Topics"
      description="Recipients can leave single topics on the page of the unsubscribe link. A campaign about a topic goes to nobody who left it. Beside topics, the page always offers one email a month and a pause of three months."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {shown.length > 0 && (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {shown.map(({ id, name, description }, index) => (
              <li
                key={id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
              >
                <Field label={`Name of topic ${index + 1}`} className="col-start-1">
                  <Input
                    value={name}
                    disabled={disabled}
                    maxLength={TOPIC_LIMITS.name}
                    onChange={({ target }) => type(index, { name: target.value })}
                    onBlur={() => typed && save(typed)}
                  />
                </Field>
                <Field label={`Description of topic ${index + 1}`} className="col-start-1 sm:col-start-2">
                  <Input
                    value={description}
                    disabled={disabled}
                    maxLength={TOPIC_LIMITS.description}
                    onChange={({ target }) => type(index, { description: target.value })}
                    onBlur={() => typed && save(typed)}
                  />
                </Field>
                {!disabled && (
                  <IconButton
                    icon={X}
                    label={`Remove ${name.trim() || `topic ${index + 1}`}`}
                    onClick={() => save(shown.toSpliced(index, 1))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {shown.length === 0 && disabled && <p className="text-ink-soft">Your workspace has no email topics yet.</p>}
        {!disabled && shown.length < TOPIC_LIMITS.count && (
          <div>
            <Button
              size="sm"
              icon={Plus}
              onClick={() => setTyped([...shown, { id: newTopicId(), name: '', description: '' }])}
            >
              Add topic
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Returns a topic without the fields that the cache adds, which the server would refuse. */
const ownFields = ({ id, name, description }: Topic): Topic => ({ id, name, description })

const trimmed = ({ id, name, description }: Topic): Topic => ({
  ...{ id, name: name.trim(), description: description.trim() },
})

/** Returns a UUID, also on a page without https, where `crypto.randomUUID` is missing. */
function newTopicId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
