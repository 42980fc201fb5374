import { useMutation, useQuery } from '@apollo/client/react'
import { useState, type FormEvent } from 'react'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { findElement, replaceElement } from '#domain/builder/element-moves.ts'
import { independent, withSavedBlocks } from '#domain/builder/saved-blocks.ts'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { errorCode, errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { say } from './screen-reader-announcer.ts'
import { useBuilderStore, type BuilderStore } from './builder-store.ts'
import { SAVED_BLOCK_USES, UPDATE_SAVED_BLOCK } from './builder-operations.ts'
import { elementsById, useSavedBlock, type SavedBlock } from './saved-blocks-context.ts'

/** Replaces a block of the email by a changed one, as one undo step. */
export function changeUse(store: BuilderStore, id: string, change: (element: BuilderElement) => BuilderElement): void {
  store.change((document) => {
    const element = findElement(document, id)
    return element ? replaceElement(document, id, change(element)) : document
  })
}

/** Makes a block independent of its saved block; its content stays. */
function detach(store: BuilderStore, id: string, name: string): void {
  changeUse(store, id, independent)
  say(`This block no longer follows “${name}”`)
}

const NAMELESS = 'Saved block'

/** The inspector of a block that shows a saved block. */
export function SavedFields({ element }: { element: BuilderElement }) {
  const store = useBuilderStore()
  const block = useSavedBlock(element)
  const name = block?.name ?? NAMELESS
  return (
    <div className="col-span-2 grid gap-3">
      <p className="text-ink-soft wrap-anywhere">
        {block ? `This is the saved block “${name}”. ` : 'This is a saved block. '}
        It looks the same in every email that uses it.
      </p>
      <div className="flex flex-wrap gap-2">
        {block && (
          <Button
            size="sm"
            data-first=""
            onClick={() =>
              changeUse(store, element.id, (now) => ({ ...now, saved: { id: block.id, editing: block.updatedAt } }))
            }
          >
            Edit saved block
          </Button>
        )}
        <Button size="sm" onClick={() => detach(store, element.id, name)}>
          Make independent
        </Button>
      </div>
    </div>
  )
}

/** Bar above a block on the canvas that names the saved block it shows, with buttons to edit, save or detach it. */
export function SavedBand({ element }: { element: BuilderElement }) {
  const store = useBuilderStore()
  const block = useSavedBlock(element)
  const [isOpen, setOpen] = useState(false)
  const name = block?.name ?? NAMELESS
  if (element.saved?.editing === undefined) {
    return (
      <p className="truncate bg-[#e8ecf4] px-2 py-0.5 text-xs text-[#1f2a44]">
        {block ? `Saved: ${name}` : 'Saved block'}
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-[#1f2a44] py-1 pr-12 pl-2 text-xs text-[#ffffff]">
      <p className="min-w-0 grow truncate">Editing “{name}”</p>
      <div className="flex gap-3" data-tool="">
        {block && (
          <button type="button" className="min-h-6 underline pointer-coarse:min-h-10" onClick={() => setOpen(true)}>
            Save in all emails that use the block
          </button>
        )}
        <button
          type="button"
          className="min-h-6 underline pointer-coarse:min-h-10"
          onClick={() => (block ? cancel(store, element, block) : detach(store, element.id, name))}
        >
          {block ? 'Cancel' : 'Make independent'}
        </button>
      </div>
      {block && (
        <Dialog
          open={isOpen}
          onOpenChange={setOpen}
          title={`Save “${name}” for all emails`}
          description="Campaigns that were launched keep what was sent."
        >
          <SaveForm element={element} block={block} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}

/** Discards the changes made to a saved block since its editing began. */
function cancel(store: BuilderStore, { id }: BuilderElement, block: SavedBlock): void {
  store.change((document) => {
    const element = findElement(document, id)
    if (!element) return document
    const locked = replaceElement(document, id, { ...element, saved: { id: block.id } })
    return withSavedBlocks(locked, elementsById([block]), 'some')
  })
}

interface SaveFormProps {
  element: BuilderElement
  block: SavedBlock
  onClose: () => void
}

function SaveForm({ element, block, onClose }: SaveFormProps) {
  const store = useBuilderStore()
  const [name, setName] = useState(block.name)
  const [problem, setProblem] = useState<{ message: string; isConflict: boolean } | null>(null)
  const [updateSavedBlock, { loading }] = useMutation(UPDATE_SAVED_BLOCK)

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const { condition: _, ...own } = independent(element)
    const since = problem?.isConflict ? {} : { unchangedSince: element.saved?.editing || null }
    try {
      const { data } = await updateSavedBlock({
        variables: { input: { id: block.id, name, elements: [own], ...since } },
      })
      changeUse(store, element.id, (now) => ({ ...now, saved: { id: block.id } }))
      const changed = data?.updateSavedBlock
      const where = usesInWords({ templates: changed?.templates ?? 0, drafts: changed?.drafts ?? 0 })
      toast({
        title: 'Saved block changed',
        description: where ? `The block changed in ${where}.` : 'No other email uses this block.',
      })
      onClose()
    } catch (error) {
      setProblem({ message: errorMessage(error), isConflict: errorCode(error) === 'CONFLICT' })
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <UsesLine id={block.id} before="This block is used in" none="No other email uses this block yet." />
      <Field label="Name" required>
        <Input
          value={name}
          maxLength={TEXT_LIMITS.savedBlockName}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {problem && (
        <Callout tone="bad" role="alert">
          {problem.message}
        </Callout>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={loading} disabled={name.trim() === ''}>
          {problem?.isConflict ? 'Replace with my version' : 'Save in all emails that use the block'}
        </Button>
      </div>
    </form>
  )
}

interface UsesLineProps {
  id: string
  /** Text before the list of places that use the saved block. */
  before: string
  none: string
}

/** A sentence that says where a saved block is used. */
export function UsesLine({ id, before, none }: UsesLineProps) {
  const { data, error } = useQuery(SAVED_BLOCK_USES, { variables: { id }, fetchPolicy: 'network-only' })
  const uses = data?.node && 'uses' in data.node ? data.node.uses : null
  if (error) return <span className="block">We could not find out which emails use this block.</span>
  if (!uses) return <span className="block">Looking for emails that use this block...</span>
  const where = usesInWords(uses)
  const more = uses.templates + uses.drafts - uses.names.length
  const names = uses.names.map((each) => `“${each}”`).join(', ')
  return (
    <span className="block wrap-anywhere">
      {where ? `${before} ${where}${names && `: ${names}`}${names && more > 0 ? ` and ${more} more` : ''}.` : none}
    </span>
  )
}

/** Returns the number of uses as words: "3 templates and 2 drafts"; '' for none. */
function usesInWords({ templates, drafts }: { templates: number; drafts: number }): string {
  const some = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`])
  return [...some(templates, 'template'), ...some(drafts, 'draft')].join(' and ')
}
