import { Link2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { linkOf } from '#domain/builder/style-values.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LinkField, useLinkInput } from '#web/ui/link-field.tsx'
import { Popover } from '#web/ui/popover.tsx'

/** Popover that asks for the URL of a link. */
export function LinkPopover({ onLink }: { onLink: (address: string) => void }) {
  const [open, setOpen] = useState(false)
  const link = useLinkInput({
    read: linkOf,
    onLink: (address) => {
      setOpen(false)
      onLink(address)
    },
  })

  return (
    <Popover
      label="Add a link"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Link2} label="Link" size="sm" />}
    >
      <form noValidate onSubmit={link.submit} className="grid gap-3 p-1">
        <LinkField link={link} />
        <Button type="submit" size="sm">
          Add link
        </Button>
      </form>
    </Popover>
  )
}
