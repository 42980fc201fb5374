import { ImagePlus } from '#web/ui/generated/icons.ts'
import { memo, useMemo } from 'react'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import type { Surroundings } from '#domain/builder/render-parts.ts'
import { updateElement } from '#domain/builder/element-moves.ts'
import { RichText, type CaretPlace } from '#web/editor/rich-text.tsx'
import { nameOf } from '../block-texts.ts'
import { useBuilderStore } from '../builder-store.ts'
import { MailPart, Styled } from './rendered-block.tsx'
import { stylesOf } from './mail-looks.ts'

export interface BlockBodyProps {
  element: BuilderElement
  around: Surroundings
  /** True if its text can be edited in place. */
  editable: boolean
  /** Position in the text at which the caret starts; null when the block was only selected. */
  caret: CaretPlace | null
}

/** The content of a block, except for rows of columns. */
export const BlockBody = memo(function Body({ element, around, editable, caret }: BlockBodyProps) {
  if (element.type === 'text' || element.type === 'button') {
    return <WrittenBody element={element} around={around} editable={editable} caret={caret} />
  }
  if ((element.type === 'image' || element.type === 'html') && element.content.trim() === '') {
    return (
      <p className="m-2.5 flex items-center justify-center gap-2 rounded-sm border border-dashed border-[#868e96] p-6 text-[#495057]">
        <ImagePlus aria-hidden="true" className="size-4" />
        {element.type === 'image' ? 'No image yet' : 'No HTML yet'}
      </p>
    )
  }
  return <MailPart element={element} around={around} />
})

function WrittenBody({ element, around, editable, caret }: BlockBodyProps) {
  const store = useBuilderStore()
  const { id, type, content } = element
  const looks = useMemo(() => stylesOf(element, around), [element, around])
  const text = (
    <RichText
      value={content}
      kind="block"
      editable={editable}
      caret={caret}
      label={`${nameOf(element)}, content`}
      onChange={(value, kind) =>
        store.change(
          (document) => updateElement(document, id, { content: value }),
          kind === 'typing' ? { key: `content:${id}` } : {},
        )
      }
      onBlur={() => store.endStep()}
      onEscape={() => document.querySelector<HTMLElement>(`[data-block="${id}"]`)?.focus()}
      placeholder={type === 'button' ? 'Button' : 'Write something'}
      className="min-h-[1em] outline-none"
    />
  )
  return (
    <Styled
      css={`
        ${looks.cell};--link: ${around.linkColor};
      `}
    >
      {type === 'button' ? <Styled css={looks.inner}>{text}</Styled> : text}
    </Styled>
  )
}
