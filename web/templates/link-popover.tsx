import { Link2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { linkAddress } from '#web/campaigns/create/edit-text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Popover } from '#web/ui/popover.tsx'

/** Asks for the address of a link. */
export function LinkPopover({ onLink }: { onLink: (address: string) => void }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const address = linkAddress(typed)
    if (address === null) return setProblem('Enter a web address or an email address')
    setTyped('')
    setProblem(undefined)
    setOpen(false)
    onLink(address)
  }

  return (
    <Popover
      label="Add a link"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Link2} label="Link" size="sm" />}
    >
      <form noValidate onSubmit={submit} className="grid gap-3 p-1">
        <Field label="Address" error={problem}>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="https://example.com"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" size="sm">
          Add link
        </Button>
      </form>
    </Popover>
  )
}
