import { lazy, Suspense, useLayoutEffect, useRef, type CSSProperties } from 'react'
import { cn } from '#web/ui/class-names.ts'
import type { CaretPlace, EditKind, RichEditorProps } from './rich-editor.tsx'
import { RICH_LOOK } from './rich-text-styles.ts'
import { htmlOf, type TextKind } from './stored-html.ts'

const loadEditor = () => import('./rich-editor.tsx')
const RichEditor = lazy(async () => ({ default: (await loadEditor()).RichEditor }))

/** Loads the editor before it is needed. */
export function preloadEditor(): void {
  void loadEditor()
}

export type { CaretPlace, EditKind }

export interface RichTextProps extends RichEditorProps {
  /** True if the text can be edited; read-only text looks the same. */
  editable?: boolean
}

/** Formatted text, edited in place. The editor's code is loaded when it is first needed. */
export function RichText({ editable = true, ...props }: RichTextProps) {
  const { value, kind, className, style, placeholder = '' } = props
  const shown = { value, kind, className: cn(RICH_LOOK, className), style, placeholder }
  if (!editable) return <StaticText {...shown} />
  return (
    <Suspense fallback={<StaticText {...shown} />}>
      <RichEditor {...props} className={shown.className} />
    </Suspense>
  )
}

interface StaticTextProps {
  value: string
  kind: TextKind
  className: string
  style: CSSProperties | undefined
  placeholder: string
}

function StaticText({ value, kind, className, style, placeholder }: StaticTextProps) {
  const box = useRef<HTMLDivElement>(null)
  // The domain has cleaned this HTML, as it does for emails.
  useLayoutEffect(() => {
    if (!box.current) return
    const html = htmlOf(value, kind)
    box.current.innerHTML = /^<(?:p|ul|ol|h\d|blockquote)\b/.test(html) ? html : `<p>${html}</p>`
    for (const link of box.current.querySelectorAll('a')) link.removeAttribute('href')
  }, [value, kind])
  const isEmpty = value.trim() === ''
  return (
    <div className={cn('relative', className)} style={style} data-written="">
      {isEmpty && <span className="pointer-events-none absolute opacity-60">{placeholder}</span>}
      <div ref={box} />
    </div>
  )
}
