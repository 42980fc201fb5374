import type { Editor } from '@tiptap/core'
import { Bold, Italic, Underline } from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { EmojiButton } from '#web/editor/emoji-button.tsx'
import type { InlineTag } from '#web/editor/text-box.ts'
import { ImageButton } from '#web/editor/image-button.tsx'
import { contentOf } from '#web/editor/editor-commands.ts'
import { MergeNamesProvider } from '#web/editor/merge-names.tsx'
import { RichEditor } from '#web/editor/rich-editor.tsx'
import { MAIL_PAPER, RICH_LOOK } from '#web/editor/rich-text-styles.ts'
import { SignatureButton } from '#web/editor/signature-button.tsx'
import { Toolbar } from '#web/editor/editor-toolbar.tsx'
import { usePictures } from '#web/editor/use-pictures.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { BOX } from '#web/ui/input.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { LinkPopover } from './link-popover.tsx'
import { textWriter, type Writer } from './text-writer.ts'

const FORMATS: ReadonlyArray<{ tag: InlineTag; label: string; icon: IconType }> = [
  { tag: 'b', label: 'Bold', icon: Bold },
  { tag: 'i', label: 'Italic', icon: Italic },
  { tag: 'u', label: 'Underline', icon: Underline },
]

/** Merge tags that have a button in the template editor. */
const NAMES = ['{firstName}', '{lastName}', '{fullName}'] as const

const HEIGHT = 'h-64 min-h-64'

export interface TemplateEditorProps {
  value: string
  onChange: (value: string) => void
}

/**
 * The editor of a template's text, with tabs for formatted text, HTML and plain text (Visual, HTML and Text; product:
 * templates.editor).
 */
export function TemplateEditor({ value, onChange }: TemplateEditorProps) {
  const [mode, setMode] = useState('visual')
  const box = { value, onChange }
  return (
    <MergeNamesProvider>
      <Tabs
        label="Editor"
        value={mode}
        onValueChange={setMode}
        tabs={[
          { value: 'visual', label: 'Visual', content: <VisualBox {...box} /> },
          { value: 'html', label: 'HTML', content: <SourceBox {...box} className="font-mono text-xs leading-5" /> },
          { value: 'text', label: 'Text', content: <SourceBox {...box} className="text-base" /> },
        ]}
      />
    </MergeNamesProvider>
  )
}

function VisualBox({ value, onChange }: TemplateEditorProps) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [linking, setLinking] = useState(false)
  const pictures = usePictures(editor)
  return (
    <Written
      onInsert={(text) => editor?.chain().focus().insertContent(contentOf(text)).run()}
      toolbar={
        <Toolbar editor={editor} kind="simple" linking={linking} onLinking={setLinking}>
          <ImageButton uploading={pictures.uploading} onFiles={pictures.upload} />
          <EmojiButton editor={editor} />
          <SignatureButton editor={editor} />
        </Toolbar>
      }
    >
      <RichEditor
        value={value}
        kind="simple"
        label="Content"
        onChange={onChange}
        onEditor={setEditor}
        onLink={() => setLinking(true)}
        onPictures={pictures.upload}
        className={cn(BOX, RICH_LOOK, MAIL_PAPER, 'overflow-y-auto py-2 text-base [&>div]:min-h-full', HEIGHT)}
      />
    </Written>
  )
}

function SourceBox({ value, onChange, className }: TemplateEditorProps & { className: string }) {
  const writer = useRef<Writer>(null)
  return (
    <Written
      onInsert={(text) => writer.current?.insert(text)}
      toolbar={
        <div role="toolbar" aria-label="Formatting" className="flex gap-0.5">
          {FORMATS.map(({ tag, label, icon }) => (
            <IconButton
              key={tag}
              icon={icon}
              label={label}
              size="sm"
              // Keeps the selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => writer.current?.format(tag)}
            />
          ))}
          <LinkPopover onLink={(address) => writer.current?.link(address)} />
        </div>
      }
    >
      <TextBox value={value} onChange={onChange} writer={writer} className={className} />
    </Written>
  )
}

interface WrittenProps {
  toolbar: ReactNode
  onInsert: (text: string) => void
  children: ReactNode
}

/** A text box below its formatting and personalization buttons. */
function Written({ toolbar, onInsert, children }: WrittenProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {toolbar}
      <div role="group" aria-label="Personalization" className="flex flex-wrap gap-1.5">
        {NAMES.map((name) => (
          <Button
            key={name}
            size="sm"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(name)}
            className="px-2 font-mono text-xs font-normal"
          >
            {name}
          </Button>
        ))}
      </div>
      {children}
    </div>
  )
}

interface TextBoxProps extends TemplateEditorProps {
  writer: Ref<Writer>
  className: string
}

function TextBox({ value, onChange, writer, className }: TextBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const placed = useRef(false)
  useImperativeHandle(writer, () => {
    const now = () => (box.current ? textWriter(box.current, placed.current, onChange) : null)
    return {
      format: (tag) => now()?.format(tag),
      link: (address) => now()?.link(address),
      insert: (text) => now()?.insert(text),
    }
  })
  return (
    <Textarea
      ref={box}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => {
        placed.current = true
      }}
      className={cn(HEIGHT, className)}
    />
  )
}
