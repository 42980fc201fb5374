import { Bold, Italic, Underline, type LucideIcon } from 'lucide-react'
import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { InlineTag } from '#web/campaigns/create/edit-text.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { LinkPopover } from './link-popover.tsx'
import { VisualBox } from './visual-box.tsx'
import { textWriter, type Writer } from './writer.ts'

const FORMATS: ReadonlyArray<{ tag: InlineTag; label: string; icon: LucideIcon }> = [
  { tag: 'b', label: 'Bold', icon: Bold },
  { tag: 'i', label: 'Italic', icon: Italic },
  { tag: 'u', label: 'Underline', icon: Underline },
]

/** The personalization buttons. */
const NAMES = ['{firstName}', '{lastName}', '{fullName}'] as const

const HEIGHT = 'h-64 min-h-64'

export interface TemplateEditorProps {
  value: string
  onChange: (value: string) => void
}

/** The editor of a text: WYSIWYG, with tags, or plain (Visual, HTML and Text tabs; product: templates.editor). */
export function TemplateEditor({ value, onChange }: TemplateEditorProps) {
  const [mode, setMode] = useState('visual')
  const writer = useRef<Writer>(null)
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
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
        <div role="group" aria-label="Personalization" className="flex flex-wrap gap-1.5">
          {NAMES.map((name) => (
            <Button
              key={name}
              size="sm"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => writer.current?.insert(name)}
              className="px-2 font-mono text-xs font-normal"
            >
              {name}
            </Button>
          ))}
        </div>
      </div>
      <Tabs
        label="Editor"
        value={mode}
        onValueChange={setMode}
        tabs={[
          {
            value: 'visual',
            label: 'Visual',
            content: <VisualBox value={value} onChange={onChange} writer={writer} className={HEIGHT} />,
          },
          {
            value: 'html',
            label: 'HTML',
            content: (
              <TextBox value={value} onChange={onChange} writer={writer} className="font-mono text-xs leading-5" />
            ),
          },
          {
            value: 'text',
            label: 'Text',
            content: <TextBox value={value} onChange={onChange} writer={writer} className="text-base" />,
          },
        ]}
      />
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
