import { Eye, LayoutTemplate, Save } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { PALETTE } from '#domain/builder/blocks.ts'
import type { BuilderDocument } from '#domain/builder/document.ts'
import type { Place } from '#domain/builder/moves.ts'
import { renderDocument } from '#domain/builder/render.ts'
import { warningsOf } from '#domain/builder/warnings.ts'
import { MergeNamesProvider } from '#web/editor/merge-names.tsx'
import { preloadEditor } from '#web/editor/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAnnouncement } from './announcer.ts'
import { addBlock, addCopies } from './block-actions.ts'
import {
  BuilderStoreProvider,
  createBuilderStore,
  useBuilderDocument,
  useBuilderStore,
  type BuilderStore,
} from './builder-store.ts'
import { Canvas } from './canvas/canvas.tsx'
import { CodeView } from './code-view.tsx'
import { BuilderDrag } from './drag.tsx'
import { EditToolbar } from './edit-toolbar.tsx'
import { GalleryDialog } from './gallery-dialog.tsx'
import { GlobalStyles } from './global-styles.tsx'
import { ImportHtmlDialog } from './import-html-dialog.tsx'
import { MailSize } from './mail-size.tsx'
import { Palette, paletteEntry } from './palette.tsx'
import { Preview } from './preview/preview.tsx'
import { Properties } from './properties/properties.tsx'
import { savedBlock, SavedBlocks, SaveBlockDialog, useSavedBlocks } from './saved-blocks.tsx'
import { SubjectFields } from './subject-fields.tsx'
import { useCanvasInput, useHistoryKeys } from './use-canvas-input.ts'
import { useHeldFocus } from './use-held-focus.ts'
import { ImageUploads } from './use-image-upload.tsx'
import { WarningList } from './warning-list.tsx'

/** Editing, preview, code view (product: builder.views). */
type Mode = 'editor' | 'preview' | 'code'

export interface BuilderProps {
  /** The initial document; later changes are ignored. */
  initial: BuilderDocument
  /** Replaces the initial document as a first step that can be undone. */
  firstStep?: BuilderDocument | undefined
  /** Called after every change. */
  onChange?: (document: BuilderDocument) => void
  /** Called with the current document when Save Template is pressed. */
  onSave: (document: BuilderDocument) => void | Promise<void>
  /** Save Template is the primary action of this screen. */
  isMain?: boolean
  /** Next to Preview and Save Template. */
  head?: ReactNode
}

/** The email builder in its three modes (product: builder.views). */
export function Builder({ initial, firstStep, onChange, onSave, isMain = false, head }: BuilderProps) {
  const [store] = useState<BuilderStore>(() => {
    const made = createBuilderStore(initial)
    if (firstStep) made.change(() => firstStep)
    return made
  })
  useEffect(preloadEditor, [])
  const changed = useEffectEvent((document: BuilderDocument) => onChange?.(document))
  useEffect(() => {
    let last = store.document()
    return store.store.subscribe(() => {
      if (store.document() === last) return
      last = store.document()
      changed(last)
    })
  }, [store])
  return (
    <BuilderStoreProvider value={store}>
      <MergeNamesProvider>
        <ImageUploads>
          <Modes onSave={onSave} isMain={isMain} head={head} />
        </ImageUploads>
      </MergeNamesProvider>
      <Voice />
    </BuilderStoreProvider>
  )
}

type ModesProps = Pick<BuilderProps, 'onSave' | 'isMain' | 'head'>

function Modes(props: ModesProps) {
  const [mode, setMode] = useState<Mode>('editor')
  const document = useBuilderDocument()
  if (mode === 'preview') {
    return <Preview document={document} onCode={() => setMode('code')} onBack={() => setMode('editor')} />
  }
  if (mode === 'code') return <CodeView document={document} onBack={() => setMode('editor')} />
  return <Editor {...props} onPreview={() => setMode('preview')} />
}

/** Three columns; properties move below the email when it gets too narrow, and small screens use one column. */
const LAYOUT =
  'grid items-start gap-4 outline-none grid-cols-[minmax(0,1fr)] lg:grid-cols-[188px_minmax(0,1fr)] lg:max-xl:grid-rows-[auto_auto_1fr] ' +
  'xl:grid-cols-[188px_minmax(0,1fr)_248px]'

function Editor({ onPreview, onSave, isMain, head }: ModesProps & { onPreview: () => void }) {
  const store = useBuilderStore()
  const historyKeys = useHistoryKeys()
  const heldFocus = useHeldFocus()
  const canvasInput = useCanvasInput()
  const blocks = useSavedBlocks()
  const [keeping, setKeeping] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const document = useDeferredValue(useBuilderDocument())
  const html = useMemo(() => renderDocument(document, { origin: location.origin }), [document])
  const warnings = useMemo(() => warningsOf(document, html), [document, html])

  function add(source: string, place: Place) {
    const saved = savedBlock(blocks, source)
    const entry = paletteEntry(source)
    if (saved) addCopies(store, saved.elements, place)
    else if (entry) addBlock(store, entry.type, 'columns' in entry ? entry.columns : undefined, place)
  }

  async function save() {
    setSaving(true)
    try {
      await onSave(store.document())
    } finally {
      setSaving(false)
    }
  }

  return (
    // Undo and redo work anywhere in the editor.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div {...heldFocus} onKeyDownCapture={historyKeys} tabIndex={-1} data-editor="" className={LAYOUT}>
      <BuilderDrag onAdd={add} isRowSource={(source) => isRow(source) || isRowBlock(savedBlock(blocks, source))}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:max-xl:row-span-3">
          <Palette>
            <SavedBlocks blocks={blocks} />
            <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1.5 sm:max-lg:grid-cols-2 lg:[&_svg]:hidden">
              <ImportHtmlDialog />
              <GalleryDialog
                trigger={
                  <Button size="sm" icon={LayoutTemplate} className="px-2">
                    Starter templates
                  </Button>
                }
              />
            </div>
          </Palette>
          <div className="max-lg:hidden">
            <GlobalStyles />
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-xl:contents">
          <div className="rounded-md border border-line bg-surface lg:max-xl:col-start-2">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line p-4">
              <div className="flex flex-wrap justify-end gap-2">
                {head}
                <Button size="sm" icon={Eye} onClick={onPreview} className="max-sm:grow">
                  Preview
                </Button>
                <Button
                  size="sm"
                  icon={Save}
                  variant={isMain ? 'primary' : 'secondary'}
                  busy={saving}
                  className="max-sm:grow"
                  onClick={() => void save()}
                >
                  Save Template
                </Button>
              </div>
              <SubjectFields />
            </div>
            <EditToolbar onSaveBlock={setKeeping} />
            <div {...canvasInput}>
              <Canvas />
            </div>
          </div>
          <div className="max-xl:order-1 empty:hidden lg:max-xl:col-start-2">
            <WarningList warnings={warnings} />
            {document.elements.length > 0 && <MailSize html={html} />}
          </div>
        </div>
        <Properties warnings={warnings} />
        <div className="max-lg:order-2 lg:hidden">
          <GlobalStyles />
        </div>
      </BuilderDrag>
      <SaveBlockDialog id={keeping} onClose={() => setKeeping(null)} />
    </div>
  )
}

const isRow = (source: string) => paletteEntry(source)?.type === PALETTE.find(({ type }) => type === 'columns')?.type
const isRowBlock = (block: ReturnType<typeof savedBlock>) => block?.elements.some(({ columns }) => columns) ?? false

/** Screen reader announcements. */
function Voice() {
  const { text, turn } = useAnnouncement()
  return (
    <div role="status" aria-live="assertive" aria-label="Builder" className="sr-only">
      <p key={turn}>{text}</p>
    </div>
  )
}
