import { FileCode, Eye, LayoutTemplate, Save } from '#web/ui/generated/icons.ts'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { PALETTE } from '#domain/builder/blocks.ts'
import { isLocked, type BuilderDocument } from '#domain/builder/builder-document.ts'
import { findElement, type Place } from '#domain/builder/element-moves.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { withSavedBlocks } from '#domain/builder/saved-blocks.ts'
import { warningsOf } from '#domain/builder/email-warnings.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import { MergeNamesProvider } from '#web/editor/merge-names.tsx'
import { preloadEditor } from '#web/editor/rich-text.tsx'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useMedia, useSteps } from '#web/ui/use-media-query.ts'
import { useAnnouncement } from './screen-reader-announcer.ts'
import { useBrand } from './use-brand.ts'
import { BrandColorsProvider, NO_COLORS } from './brand-colors.ts'
import { BrandFontsProvider, fontsOfKit } from './brand-fonts.ts'
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
import { BuilderDrag } from './block-drag.tsx'
import { BlockTools, FormatBar } from './edit-toolbar.tsx'
import { GalleryDialog } from './gallery-dialog.tsx'
import { GlobalStyles } from './global-styles.tsx'
import { ImportHtmlDialog } from './import-html-dialog.tsx'
import { MailSize } from './mail-size.tsx'
import { Palette, paletteEntry } from './block-palette.tsx'
import { Panels } from './builder-panels.tsx'
import { Preview } from './preview/preview.tsx'
import { Properties } from './properties/element-properties.tsx'
import { elementsToAdd, savedBlock, SavedBlocks, SaveBlockDialog } from './saved-blocks.tsx'
import { elementsById, SavedBlocksProvider, useSavedBlocks } from './saved-blocks-context.ts'
import { SubjectFields } from './subject-fields.tsx'
import { useCanvasInput, useHistoryKeys } from './use-canvas-input.ts'
import { useHeldFocus } from './use-focus-after-delete.ts'
import { ImageUploads } from './use-image-upload.tsx'
import { WarningList } from './warning-list.tsx'

/** The builder's three views: editing, preview, HTML code (product: builder.views). */
type Mode = 'editor' | 'preview' | 'code'

export interface BuilderProps {
  /** The initial document; later changes are ignored. */
  initial: BuilderDocument
  /** Replaces the initial document as a first step that can be undone. */
  firstStep?: BuilderDocument | undefined
  /** The campaign's language; null or none: the workspace's. */
  language?: EmailLanguage | null
  /** Called after every change. */
  onChange?: (document: BuilderDocument) => void
  /** Called with the current document when Save Template is pressed. */
  onSave: (document: BuilderDocument) => void | Promise<void>
  /** Reason why the plan allows no new template; null if it does, or if this template exists already. */
  saveRefusal?: string | null
  /** True if Save Template is the primary button of this screen. */
  isMain?: boolean
  /** Content at the start of the top bar, in every mode. */
  brand?: ReactNode
  /** More content in the editor's top bar. */
  head?: ReactNode
}

/** The email builder in its three modes (product: builder.views). */
export function Builder({ initial, firstStep, onChange, isMain = false, ...rest }: BuilderProps) {
  const [store] = useState<BuilderStore>(() => {
    const made = createBuilderStore(initial)
    if (firstStep) made.change(() => firstStep)
    return made
  })
  useEffect(preloadEditor, [])
  const kit = useBrand()
  const brandFonts = useMemo(() => fontsOfKit(kit), [kit])
  useEffect(() => {
    store.brand.set(kit)
  }, [store, kit])
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
          <BrandColorsProvider value={kit?.colors ?? NO_COLORS}>
            <BrandFontsProvider value={brandFonts}>
              <Modes isMain={isMain} {...rest} />
            </BrandFontsProvider>
          </BrandColorsProvider>
        </ImageUploads>
      </MergeNamesProvider>
      <Voice />
    </BuilderStoreProvider>
  )
}

type ModesProps = Pick<BuilderProps, 'language' | 'onSave' | 'saveRefusal' | 'isMain' | 'brand' | 'head'>

function Modes(props: ModesProps) {
  const [mode, setMode] = useState<Mode>('editor')
  const document = useBuilderDocument()
  if (mode === 'editor') return <Editor {...props} onPreview={() => setMode('preview')} />
  const back = () => setMode('editor')
  return (
    <div className={cn(props.isMain && 'min-h-0 grow overflow-y-auto p-4 sm:p-6')}>
      {props.brand && <div className="mb-4 flex items-center gap-2">{props.brand}</div>}
      {mode === 'preview' ? (
        <Preview document={document} language={props.language ?? null} onCode={() => setMode('code')} onBack={back} />
      ) : (
        <CodeView document={document} onBack={back} />
      )}
    </div>
  )
}

/**
 * Layout of the builder: palette, email and inspector side by side, as high as the window allows; small screens have a
 * strip for the palette and a sheet for the inspector.
 */
const FRAME = 'group/frame flex min-h-[36rem] flex-col border-line bg-surface outline-none'
/** Class that hides an element on small screens while a sheet (panel from the bottom) is open. */
const GIVES_WAY = 'group-has-data-sheet/frame:max-sm:hidden'
/** Classes for the builder inside the campaign wizard, as high as the wizard's header and bottom bar allow. */
const WITHIN = 'h-[calc(100dvh-9rem)] overflow-clip rounded-md border md:h-[calc(100dvh-13.75rem)]'

function Editor({
  onPreview,
  onSave,
  saveRefusal = null,
  isMain,
  brand,
  head,
}: ModesProps & { onPreview: () => void }) {
  const store = useBuilderStore()
  const historyKeys = useHistoryKeys()
  const heldFocus = useHeldFocus()
  const canvasInput = useCanvasInput()
  const { blocks, isCurrent } = useSavedBlocks()
  const [keeping, setKeeping] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const document = useDeferredValue(useBuilderDocument())
  const html = useMemo(() => renderDocument(document, { origin: location.origin }), [document])
  const warnings = useMemo(() => warningsOf(document, html), [document, html])
  useEffect(() => {
    // Saved blocks that others changed meanwhile, and pasted ones, are renewed after each change of the document.
    if (isCurrent && document) store.refresh((now) => withSavedBlocks(now, elementsById(blocks), 'some'))
  }, [store, blocks, isCurrent, document])
  const size = document.elements.length > 0 && <MailSize html={html} />
  const { sm, lg } = useSteps()
  const xl = useMedia('(min-width: 1280px)')

  function add(source: string, place: Place) {
    const saved = savedBlock(blocks, source)
    const entry = paletteEntry(source)
    if (saved) addCopies(store, elementsToAdd(saved), place)
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

  function saveBlock(id: string) {
    const element = findElement(store.document(), id)
    const known = element && isLocked(element) && blocks.find((block) => block.id === element.saved?.id)
    if (known) toast({ title: `This is the saved block “${known.name}”`, description: 'You can add it from Elements.' })
    else setKeeping(id)
  }

  const tools = <BlockTools onSaveBlock={saveBlock} />
  const palette = (
    <Palette look={lg ? 'panel' : 'strip'} saved={<SavedBlocks blocks={blocks} />}>
      <Button size="sm" icon={FileCode} aria-haspopup="dialog" onClick={() => setImporting(true)} className="px-2">
        Import HTML
      </Button>
      <GalleryDialog
        trigger={
          <Button size="sm" icon={LayoutTemplate} className="px-2">
            Starter templates
          </Button>
        }
      />
    </Palette>
  )
  return (
    // Undo and redo work anywhere in the editor.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...heldFocus}
      onKeyDownCapture={historyKeys}
      tabIndex={-1}
      data-editor=""
      className={cn(FRAME, isMain ? 'grow' : WITHIN)}
    >
      <SavedBlocksProvider value={blocks}>
        <BuilderDrag onAdd={add} isRowSource={(source) => isRow(source) || isRowBlock(savedBlock(blocks, source))}>
          <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 py-0.5 pointer-coarse:gap-y-1 pointer-coarse:py-1.5">
            {brand}
            {head}
            {sm && tools}
            {lg && <FormatBar />}
            <div className="ml-auto flex gap-2">
              <Button size="sm" icon={Eye} onClick={onPreview}>
                <span className="max-sm:sr-only">Preview</span>
              </Button>
              <PlanAction
                to={() => void save()}
                refusal={saveRefusal}
                size="sm"
                icon={Save}
                variant={isMain ? 'primary' : 'secondary'}
                busy={saving}
              >
                <span className="max-sm:sr-only">Save Template</span>
              </PlanAction>
            </div>
          </div>
          <div className="flex min-h-0 grow">
            {lg && (
              <div className="w-49 shrink-0 overflow-y-auto border-r border-line">
                {palette}
                <GlobalStyles />
              </div>
            )}
            <div className="flex min-w-0 grow flex-col">
              {!lg && palette}
              <div className={cn(GIVES_WAY, 'grid border-b border-line px-3')}>
                <SubjectFields />
              </div>
              {!lg && (
                <div className="flex shrink-0 items-center gap-1.5 border-b border-line px-2 py-0.5 max-sm:relative max-sm:overflow-x-auto">
                  {!sm && tools}
                  <FormatBar />
                </div>
              )}
              <div {...canvasInput} className="min-h-[300px] grow basis-0 group-has-data-sheet/frame:min-h-40">
                <Canvas />
              </div>
              {!xl && <Panels warnings={warnings} size={size} withStyles={!lg} />}
            </div>
            {xl && (
              <div className="w-66 shrink-0 overflow-y-auto border-l border-line">
                <Properties warnings={warnings} />
                <WarningList warnings={warnings} />
                {size}
              </div>
            )}
          </div>
        </BuilderDrag>
      </SavedBlocksProvider>
      {/* Not in the palette, which moves when the window is resized: what was pasted stays. */}
      <ImportHtmlDialog open={isImporting} onOpenChange={setImporting} />
      <SaveBlockDialog id={keeping} onClose={() => setKeeping(null)} />
    </div>
  )
}

const isRow = (source: string) => paletteEntry(source)?.type === PALETTE.find(({ type }) => type === 'columns')?.type
const isRowBlock = (block: ReturnType<typeof savedBlock>) => block?.elements.some(({ columns }) => columns) ?? false

/** Reads the builder's announcements to screen readers. */
function Voice() {
  const { text, turn } = useAnnouncement()
  return (
    <div role="status" aria-live="assertive" aria-label="Builder" className="sr-only">
      <p key={turn}>{text}</p>
    </div>
  )
}
