import { Copy, Ellipsis, Plus, Send, Trash2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { AnchoredPopover } from '#web/ui/anchored-popover.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CommandPalette } from '#web/ui/command-palette.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Kbd } from '#web/ui/keyboard-key.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { Shown } from './sample-frame.tsx'

/** Samples of buttons, menus and dialogs. */
export function Actions() {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-6">
      <Shown name="Button">
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={Send}>
            Send Campaign
          </Button>
          <Button icon={Plus}>Add Contact</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger" icon={Trash2}>
            Delete
          </Button>
          <Button busy>Uploading...</Button>
          <Button disabled>Disabled</Button>
          <Button size="sm">Small</Button>
          <Button size="lg">Large</Button>
          <Button asChild>
            <a href="#actions">A link</a>
          </Button>
        </div>
      </Shown>
      <Shown name="IconButton, Tooltip">
        <div className="flex flex-wrap items-center gap-2">
          <IconButton icon={Copy} label="Duplicate" />
          <IconButton icon={Trash2} label="Delete" size="sm" />
          <Tooltip content="After 700 ms; the next within 300 ms at once">
            <Button variant="quiet">Rest on me</Button>
          </Tooltip>
        </div>
      </Shown>
      <Shown name="Dialog, ConfirmDialog, DropdownMenu, CommandPalette, Kbd, Popover">
        <div className="flex flex-wrap gap-2">
          <Dialog
            open={open}
            onOpenChange={setOpen}
            trigger={<Button>Dialog</Button>}
            title="Add Contact"
            description="Add a person whom you want to email."
            footer={
              <>
                <Button onClick={() => setOpen(false)}>Cancel</Button>
                <Button variant="primary" onClick={() => setOpen(false)}>
                  Add Contact
                </Button>
              </>
            }
          >
            <Field label="Email" hint="One address">
              <Input type="email" />
            </Field>
          </Dialog>
          <ConfirmDialog
            trigger={<Button>ConfirmDialog</Button>}
            title="Delete 12 contacts?"
            description="This action cannot be undone."
            confirmLabel="Delete"
            busyLabel="Deleting..."
            onConfirm={() => new Promise((resolve) => setTimeout(resolve, 800))}
          />
          <DropdownMenu trigger={<IconButton icon={Ellipsis} label="More" variant="secondary" />}>
            <DropdownMenuLabel>Campaign actions</DropdownMenuLabel>
            <DropdownMenuItem icon={Copy}>Duplicate</DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={Trash2} danger>
              Delete
            </DropdownMenuItem>
          </DropdownMenu>
          <ExamplePalette />
          <Popover label="Example" trigger={<Button>Popover</Button>}>
            <p className="text-ink-soft">Something small beside its button.</p>
          </Popover>
        </div>
      </Shown>
      <Shown name="AnchoredPopover">
        <ExampleAnchor />
      </Shown>
    </div>
  )
}

function ExampleAnchor() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button type="button" className="link" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        Anything that is no button of ours
      </button>
      {anchor && (
        <AnchoredPopover
          label="Beside it"
          anchor={anchor}
          onClose={() => setAnchor(null)}
          focusAfter={() => anchor.focus()}
        >
          <p className="text-ink-soft">Open for as long as it is shown.</p>
        </AnchoredPopover>
      )}
    </>
  )
}

function ExamplePalette() {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const entries = [
    { id: 'send', label: 'Send Campaign', note: 'Autumn reading evening', icon: Send, run: () => {} },
    { id: 'add', label: 'Add Contact', icon: Plus, run: () => {} },
  ].filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        CommandPalette <Kbd keys="Mod K" />
      </Button>
      <CommandPalette
        open={open}
        onOpenChange={setOpen}
        label="Example"
        placeholder="An action..."
        query={query}
        onQueryChange={setQuery}
        groups={entries.length > 0 ? [{ title: 'Do', entries }] : []}
        nothing="No results."
      />
    </>
  )
}
