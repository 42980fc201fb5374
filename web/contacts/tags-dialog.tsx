import { Tags } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { AUDIENCE_LIMITS } from '#domain/audiences.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { contactCount } from './contact-texts.ts'

export interface TagsDialogProps {
  /** The number of selected contacts. */
  count: number
  /** Tags in use. */
  known: readonly string[]
  /**
   * Adds or removes tags; resolves with the number of contacts, or with null when a background task does it and reports
   * its own result.
   */
  onChange: (verb: 'add' | 'remove', tags: string[]) => Promise<number | null>
}

/** Adds tags to the selection, or removes them. */
export function TagsDialog({ count, known, onChange }: TagsDialogProps) {
  const [open, setOpen] = useState(false)
  const [tags, setTags] = useState<string[]>([])
  const [busy, setBusy] = useState<'add' | 'remove' | null>(null)

  async function run(verb: 'add' | 'remove') {
    setBusy(verb)
    try {
      const changed = await onChange(verb, tags)
      const names = new Intl.ListFormat('en').format(tags.map((tag) => `“${tag}”`))
      const verbs = verb === 'add' ? 'added to' : 'removed from'
      if (changed !== null) {
        toast({
          title: verb === 'add' ? 'Tags Added' : 'Tags Removed',
          description: `${names} ${tags.length === 1 ? 'was' : 'were'} ${verbs} ${contactCount(changed)}.`,
        })
      }
      setOpen(false)
    } catch (error) {
      toast({ title: 'Tags could not be changed', description: errorMessage(error), variant: 'destructive' })
    }
    setBusy(null)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setTags([])
      }}
      trigger={
        <Button size="sm" icon={Tags} className="animate-drop">
          Tags
        </Button>
      }
      title={`Tags for ${contactCount(count)}`}
      footer={
        <>
          <Button
            busy={busy === 'remove'}
            disabled={tags.length === 0 || busy !== null}
            onClick={() => void run('remove')}
          >
            Remove tags
          </Button>
          <Button
            variant="primary"
            busy={busy === 'add'}
            disabled={tags.length === 0 || busy !== null}
            onClick={() => void run('add')}
          >
            Add tags
          </Button>
        </>
      }
    >
      <Field label="Tags" hint="Press Enter after each tag. Tags are not case-sensitive.">
        <TagInput value={tags} onChange={setTags} suggestions={known} maxLength={AUDIENCE_LIMITS.tag} />
      </Field>
    </Dialog>
  )
}
