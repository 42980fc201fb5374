import { useMutation } from '@apollo/client/react'
import { Bookmark, Trash2 } from '#web/ui/generated/icons.ts'
import { useState, type FormEvent } from 'react'
import { BLOCKS } from '#domain/builder/blocks.ts'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { findElement } from '#domain/builder/element-moves.ts'
import { plainText } from '#domain/builder/rich-text.ts'
import { independent, useOf, withSavedBlocks } from '#domain/builder/saved-blocks.ts'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { failureText } from '#web/client/failure-text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { addCopies } from './block-actions.ts'
import { nameOf } from './block-texts.ts'
import { useBuilderStore } from './builder-store.ts'
import { CREATE_SAVED_BLOCK, DELETE_SAVED_BLOCK, SAVED_BLOCKS } from './builder-operations.ts'
import { PaletteEntry } from './block-palette.tsx'
import type { SavedBlock } from './saved-blocks-context.ts'
import { changeUse, UsesLine } from './saved-block-use.tsx'

/** Prefix of the drag ids of saved blocks. */
const SAVED = 'saved:'

/** The saved block for a drag id. */
export function savedBlock(blocks: readonly SavedBlock[], source: string): SavedBlock | undefined {
  return source.startsWith(SAVED) ? blocks.find(({ id }) => id === source.slice(SAVED.length)) : undefined
}

/**
 * Returns the elements that a saved block adds to an email: a single element stays linked to the saved block; several
 * are added as copies.
 */
export function elementsToAdd({ id, elements }: SavedBlock): readonly BuilderElement[] {
  const use = useOf(id, elements)
  return use && elements.length === 1 ? [use] : elements
}

/** Below the palette: saved blocks to click, drag or delete. */
export function SavedBlocks({ blocks }: { blocks: readonly SavedBlock[] }) {
  const store = useBuilderStore()
  const [leaving, setLeaving] = useState<SavedBlock | null>(null)
  const [deleteSavedBlock] = useMutation(DELETE_SAVED_BLOCK, {
    update: (cache, { data }) => {
      const id = data?.deleteSavedBlock?.savedBlock?.id
      if (!id) return
      cache.evict({ id: cache.identify({ __typename: 'SavedBlock', id }) })
      cache.gc()
    },
  })

  async function remove({ id }: SavedBlock) {
    try {
      await deleteSavedBlock({ variables: { id } })
      store.refresh((document) => withSavedBlocks(document, new Map([[id, []]]), 'some'))
    } catch (error) {
      const description = failureText('Failed to delete the block', error)
      toast({ title: 'Delete Failed', description, variant: 'destructive' })
    }
  }

  if (blocks.length === 0) return null
  return (
    <>
      <h3 className="mt-4 mb-2 text-xs text-ink-soft">Saved blocks</h3>
      <ul aria-label="Saved blocks" className="grid max-h-48 gap-1 overflow-y-auto">
        {blocks.map((block) => (
          <PaletteEntry
            key={block.id}
            source={`${SAVED}${block.id}`}
            label={block.name}
            icon={Bookmark}
            look="line"
            onPress={() => addCopies(store, elementsToAdd(block))}
            aside={
              <IconButton icon={Trash2} label={`Delete ${block.name}`} size="sm" onClick={() => setLeaving(block)} />
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Delete “${leaving?.name ?? ''}”?`}
        description={
          leaving && (
            <>
              <UsesLine
                id={leaving.id}
                before="The saved block becomes an ordinary block in"
                none="No template or draft uses this block."
              />{' '}
              Emails keep its content. {CANNOT_BE_UNDONE}
            </>
          )
        }
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => (leaving ? remove(leaving) : undefined)}
      />
    </>
  )
}

/** Asks for a name to save a block under. */
export function SaveBlockDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const store = useBuilderStore()
  const element = id === null ? undefined : findElement(store.document(), id)
  return (
    <Dialog
      open={element !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Save block"
      description="You can use a saved block in any email in this workspace. If you change the saved block later, it changes in all of these emails."
    >
      {element && <SaveBlockForm element={element} onClose={onClose} />}
    </Dialog>
  )
}

function SaveBlockForm({ element, onClose }: { element: BuilderElement; onClose: () => void }) {
  const store = useBuilderStore()
  const [name, setName] = useState(() => suggestion(element))
  const [createSavedBlock, { loading }] = useMutation(CREATE_SAVED_BLOCK, {
    update: (cache, { data }) => {
      const created = data?.createSavedBlock?.savedBlock
      if (!created) return
      cache.updateQuery(
        { query: SAVED_BLOCKS },
        (list) => list && { ...list, savedBlocks: [created, ...list.savedBlocks] },
      )
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    try {
      const { condition: _, ...own } = independent(element)
      const { data } = await createSavedBlock({ variables: { input: { name, elements: [own] } } })
      const id = data?.createSavedBlock?.savedBlock?.id
      if (id) changeUse(store, element.id, (now) => ({ ...now, saved: { id } }))
      toast({ title: 'Block saved', description: `“${name.trim()}” is now listed under Elements.` })
      onClose()
    } catch (error) {
      const description = failureText('The block could not be saved', error)
      toast({ title: 'Block not saved', description, variant: 'destructive' })
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Name" required>
        <Input
          value={name}
          maxLength={TEXT_LIMITS.savedBlockName}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={loading} disabled={name.trim() === ''}>
          Save block
        </Button>
      </div>
    </form>
  )
}

function suggestion(element: BuilderElement): string {
  const words = BLOCKS[element.type].contentKind === 'richText' ? plainText(element.content) : (element.alt ?? '')
  return (words.replace(/\s+/g, ' ').trim() || nameOf(element)).slice(0, 60)
}
