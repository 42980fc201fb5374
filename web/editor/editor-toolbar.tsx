import type { Editor } from '@tiptap/core'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Baseline,
  Bold,
  Italic,
  List,
  ListOrdered,
  PilcrowLeft,
  Redo2,
  Strikethrough,
  TextQuote,
  Type,
  Underline,
  Undo2,
} from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton, type IconButtonProps } from '#web/ui/button.tsx'
import { ICON_BAR_TOOLTIP_DELAY, TooltipDelay } from '#web/ui/tooltip.tsx'
import { DropdownMenu, DropdownMenuCheck, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useEditorChanges } from './active-editor.ts'
import type { TextKind } from './stored-html.ts'
import { ColorForm, ConditionButton, keepCaret, LinkButton, TagButton } from './toolbar-popovers.tsx'

const MARKS: readonly { mark: string; label: string; icon: IconType }[] = [
  { mark: 'bold', label: 'Bold', icon: Bold },
  { mark: 'italic', label: 'Italic', icon: Italic },
  { mark: 'underline', label: 'Underline', icon: Underline },
  { mark: 'strike', label: 'Strikethrough', icon: Strikethrough },
]

const SIZES = [
  { label: 'Small', size: '12px' },
  { label: 'Normal', size: null },
  { label: 'Large', size: '20px' },
  { label: 'Huge', size: '28px' },
] as const

const ALIGNS = [
  { align: 'left', label: 'Left', icon: AlignLeft },
  { align: 'center', label: 'Center', icon: AlignCenter },
  { align: 'right', label: 'Right', icon: AlignRight },
] as const

export interface ToolbarProps {
  editor: Editor | null
  kind: TextKind
  /** True while the form for a link is open. */
  linking: boolean
  onLinking: (open: boolean) => void
  /** True for a signature, which has no conditions: it is the same for everyone. */
  isSignature?: boolean
  /** More buttons, after those for links. */
  children?: ReactNode
}

/** Formatting of the edited text, at its caret or selection. One Tab stop; arrow keys move between the buttons. */
export function Toolbar({ editor, kind, linking, onLinking, isSignature = false, children }: ToolbarProps) {
  useEditorChanges(editor)
  const bar = useRef<HTMLDivElement>(null)
  const stop = useRef<Element>(null)
  useLayoutEffect(() => {
    if (bar.current) stop.current = setTabStop(bar.current, stop.current)
  })
  return (
    <TooltipDelay value={ICON_BAR_TOOLTIP_DELAY}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus */}
      <div
        ref={bar}
        role="toolbar"
        aria-label="Formatting"
        className="flex flex-wrap items-center gap-0.5"
        onKeyDown={moveBetweenButtons}
        onFocus={({ target, currentTarget }) => {
          if (currentTarget.contains(target)) stop.current = setTabStop(currentTarget, target)
        }}
      >
        {MARKS.map(({ mark, label, icon }) => (
          <Tool
            key={mark}
            editor={editor}
            icon={icon}
            label={label}
            pressed={editor?.isActive(mark) ?? false}
            onClick={() => editor?.chain().focus().toggleMark(mark).run()}
          />
        ))}
        <LinkButton editor={editor} open={linking} onOpenChange={onLinking} />
        {children}
        <TextStyles editor={editor} kind={kind} />
        <Tool
          editor={editor}
          icon={List}
          label="Bulleted list"
          pressed={editor?.isActive('bulletList') ?? false}
          onClick={() => editor?.chain().focus().toggleBulletList().run()}
        />
        <Tool
          editor={editor}
          icon={ListOrdered}
          label="Numbered list"
          pressed={editor?.isActive('orderedList') ?? false}
          onClick={() => editor?.chain().focus().toggleOrderedList().run()}
        />
        {kind === 'simple' && (
          <Tool
            editor={editor}
            icon={TextQuote}
            label="Quote"
            pressed={editor?.isActive('blockquote') ?? false}
            onClick={() => editor?.chain().focus().toggleBlockquote().run()}
          />
        )}
        <Alignment editor={editor} />
        <TextColor editor={editor} />
        <TagButton editor={editor} />
        {!isSignature && <ConditionButton editor={editor} />}
        {kind === 'simple' && (
          <>
            <Tool
              editor={editor}
              icon={Undo2}
              label="Undo"
              off={!editor?.can().undo()}
              onClick={() => editor?.chain().focus().undo().run()}
            />
            <Tool
              editor={editor}
              icon={Redo2}
              label="Redo"
              off={!editor?.can().redo()}
              onClick={() => editor?.chain().focus().redo().run()}
            />
          </>
        )}
      </div>
    </TooltipDelay>
  )
}

interface ToolProps extends Pick<IconButtonProps, 'icon' | 'label' | 'onClick'> {
  editor: Editor | null
  pressed?: boolean
  off?: boolean
}

function Tool({ editor, pressed, off = false, ...rest }: ToolProps) {
  return (
    <IconButton
      {...rest}
      size="sm"
      aria-disabled={!editor || off || undefined}
      aria-pressed={pressed}
      onMouseDown={keepCaret}
      className="aria-pressed:bg-ink/10"
    />
  )
}

function TextStyles({ editor, kind }: { editor: Editor | null; kind: TextKind }) {
  const size: unknown = editor?.getAttributes('textStyle')['fontSize'] ?? null
  const heading = (level: 1 | 2 | 3) => editor?.chain().focus().setHeading({ level }).run()
  return (
    <DropdownMenu
      align="start"
      focusAfter={() => editor?.view.focus()}
      trigger={<IconButton icon={Type} label="Text style" size="sm" aria-disabled={!editor || undefined} />}
    >
      {kind === 'simple' && (
        <>
          <DropdownMenuCheck
            checked={editor?.isActive('paragraph') ?? false}
            onSelect={() => editor?.chain().focus().setParagraph().run()}
          >
            Paragraph
          </DropdownMenuCheck>
          {([1, 2, 3] as const).map((level) => (
            <DropdownMenuCheck
              key={level}
              checked={editor?.isActive('heading', { level }) ?? false}
              onSelect={() => heading(level)}
            >
              Heading {level}
            </DropdownMenuCheck>
          ))}
          <DropdownMenuSeparator />
        </>
      )}
      {SIZES.map(({ label, size: each }) => (
        <DropdownMenuCheck
          key={label}
          checked={size === each}
          onSelect={() => {
            const chain = editor?.chain().focus()
            if (each) chain?.setFontSize(each).run()
            else chain?.unsetFontSize().run()
          }}
        >
          {label}
        </DropdownMenuCheck>
      ))}
    </DropdownMenu>
  )
}

function Alignment({ editor }: { editor: Editor | null }) {
  const now = ALIGNS.find(({ align }) => editor?.isActive({ textAlign: align }))
  const isRightToLeft = editor?.isActive({ dir: 'rtl' }) ?? false
  const direct = (dir: 'rtl' | null) =>
    editor?.chain().focus().updateAttributes('paragraph', { dir }).updateAttributes('heading', { dir }).run()
  return (
    <DropdownMenu
      align="start"
      focusAfter={() => editor?.view.focus()}
      trigger={
        <IconButton icon={now?.icon ?? AlignLeft} label="Alignment" size="sm" aria-disabled={!editor || undefined} />
      }
    >
      {ALIGNS.map(({ align, label }) => (
        <DropdownMenuCheck
          key={align}
          checked={now?.align === align}
          onSelect={() => editor?.chain().focus().toggleTextAlign(align).run()}
        >
          {label}
        </DropdownMenuCheck>
      ))}
      <DropdownMenuSeparator />
      <DropdownMenuCheck checked={isRightToLeft} onSelect={() => direct(isRightToLeft ? null : 'rtl')}>
        <PilcrowLeft aria-hidden="true" className="size-4" />
        Right to left
      </DropdownMenuCheck>
    </DropdownMenu>
  )
}

function TextColor({ editor }: { editor: Editor | null }) {
  const [open, setOpen] = useState(false)
  const given: unknown = editor?.getAttributes('textStyle')['color']
  return (
    <Popover
      focusAfter={() => editor?.view.focus()}
      label="Color of the selected text"
      open={open}
      onOpenChange={(next) => setOpen(next && editor !== null)}
      trigger={
        <IconButton
          icon={Baseline}
          label="Text color"
          size="sm"
          aria-disabled={!editor || undefined}
          onMouseDown={keepCaret}
        />
      }
    >
      <ColorForm
        color={typeof given === 'string' ? given : null}
        onColor={(color) => {
          setOpen(false)
          const chain = editor?.chain().focus()
          if (color) chain?.setColor(color).run()
          else chain?.unsetColor().run()
        }}
      />
    </Popover>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

const buttonsIn = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]

/** Makes one button of the toolbar reachable by Tab: the wanted one, or the first. */
function setTabStop(bar: HTMLElement, wanted: Element | null): Element | null {
  const buttons = buttonsIn(bar)
  const stop = buttons.find((button) => button === wanted) ?? buttons[0] ?? null
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  return stop
}

function moveBetweenButtons(event: KeyboardEvent<HTMLElement>): void {
  const buttons = buttonsIn(event.currentTarget)
  const at = buttons.findIndex((button) => button === event.target)
  if (at === -1) return
  const next = { Home: 0, End: buttons.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? 0)
  if (next === at) return
  event.preventDefault()
  buttons[(next + buttons.length) % buttons.length]?.focus()
}
