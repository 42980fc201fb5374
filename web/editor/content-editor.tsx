import type { Editor } from '@tiptap/core'
import { Paperclip } from '#web/ui/generated/icons.ts'
import { useRef, useState } from 'react'
import { EmojiButton } from './emoji-button.tsx'
import { MergeNamesProvider } from './merge-names.tsx'
import { RichEditor } from './rich-editor.tsx'
import { MAIL_PAPER, RICH_LOOK } from './rich-text-styles.ts'
import { SignatureButton } from './signature-button.tsx'
import { Toolbar } from './editor-toolbar.tsx'
import { usePictures } from './use-pictures.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { ImageButton } from './image-button.tsx'

export interface ContentEditorProps {
  value: string
  onChange: (value: string) => void
  label?: string
  placeholder?: string
  /** True if the page is for the editor: it gets at least 55 % of the window's height, toolbar included. */
  isMain?: boolean
  /** True if the text is a signature, so that the editor is shorter and offers no signature. */
  isSignature?: boolean
  /** True for an answer to a reply: the editor is short at first and offers no unsubscribe link. */
  isAnswer?: boolean
  /** Receives the editor when it is mounted, and null when it is removed. */
  onEditor?: (editor: Editor | null) => void
  onFocus?: () => void
  /** Called with chosen files; absent when attachments are not allowed. */
  onFiles?: ((files: File[]) => void) | undefined
}

/** The editor for the text of an email or a signature, with its toolbar. */
export function ContentEditor(props: ContentEditorProps) {
  return (
    <MergeNamesProvider isAnswer={props.isAnswer ?? false}>
      <Composer {...props} />
    </MergeNamesProvider>
  )
}

function Composer(props: ContentEditorProps) {
  const { value, onChange, onEditor, onFocus, onFiles } = props
  const {
    label = 'Content',
    placeholder = 'Write your email',
    isSignature = false,
    isMain = false,
    isAnswer = false,
  } = props
  const [editor, setEditor] = useState<Editor | null>(null)
  const [linking, setLinking] = useState(false)
  const pictures = usePictures(editor)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Field
      label={label}
      required={!isSignature}
      hint="Type { to insert a merge tag."
      hideLabel={isMain}
      className="grid-cols-[minmax(0,1fr)]"
    >
      <div className="rounded-sm border border-edge bg-surface transition-colors focus-within:border-ink hover:border-ink-soft focus-within:hover:border-ink">
        <div className="border-b border-line p-1">
          <Toolbar editor={editor} kind="simple" linking={linking} onLinking={setLinking} isSignature={isSignature}>
            <ImageButton uploading={pictures.uploading} onFiles={pictures.upload} />
            {onFiles && (
              <>
                <IconButton icon={Paperclip} label="Attachment" size="sm" onClick={() => picker.current?.click()} />
                <FilePicker ref={picker} label="Attach files" multiple onFiles={onFiles} />
              </>
            )}
            <EmojiButton editor={editor} />
            {!isSignature && <SignatureButton editor={editor} />}
          </Toolbar>
        </div>
        <RichEditor
          value={value}
          kind="simple"
          label={label}
          placeholder={placeholder}
          onChange={onChange}
          onEditor={(made) => {
            setEditor(made)
            onEditor?.(made)
          }}
          onFocus={() => onFocus?.()}
          onLink={() => setLinking(true)}
          onPictures={pictures.upload}
          className={cn(
            RICH_LOOK,
            MAIL_PAPER,
            'rounded-b-sm text-base [&>div]:px-3 [&>div]:py-2.5',
            isSignature || isAnswer
              ? '[&>div]:min-h-36'
              : isMain
                ? '[&>div]:min-h-[max(18rem,57dvh-2.75rem)]'
                : '[&>div]:min-h-72',
          )}
        />
      </div>
    </Field>
  )
}
