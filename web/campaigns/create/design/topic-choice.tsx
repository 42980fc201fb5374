import { useQuery } from '@apollo/client/react'
import { useId } from 'react'
import { Select } from '#web/ui/select.tsx'
import { TOPICS } from '../../operations.ts'

const NONE = ''

export interface TopicChoiceProps {
  topicId: string | null
  onChange: (topicId: string | null) => void
}

/** Chooses the topic of a campaign, which recipients can unsubscribe from. Not shown in a workspace without topics. */
export function TopicChoice({ topicId, onChange }: TopicChoiceProps) {
  const id = useId()
  const topics = useQuery(TOPICS).data?.emailSettings.topics ?? []
  const isRemoved = topicId !== null && !topics.some((topic) => topic.id === topicId)
  if (topics.length === 0 && !isRemoved) return null
  return (
    <div className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} title="Recipients who unsubscribed from the topic are left out" className="text-ink-soft">
        Topic
      </label>
      <Select
        id={id}
        low
        value={topicId ?? NONE}
        onChange={({ target }) => onChange(target.value || null)}
        options={[
          { value: NONE, label: 'No topic' },
          ...topics.map(({ id: value, name }) => ({ value, label: name })),
          ...(isRemoved ? [{ value: topicId, label: 'Removed topic' }] : []),
        ]}
        className="min-w-0"
      />
    </div>
  )
}
