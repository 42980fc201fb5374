import { memo, useLayoutEffect, useRef, type ComponentProps } from 'react'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import type { Surroundings } from '#domain/builder/render-parts.ts'
import { mailPart } from './mail-looks.ts'

/** CSS that isolates the email's styles from the app's and the app's from the email's. */
const SHEET = ':host{all:initial;display:block;overflow:hidden;word-break:break-word}img{height:auto}'

/** A block rendered as in the email, in a shadow root. */
export const MailPart = memo(function Part({ element, around }: { element: BuilderElement; around: Surroundings }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const sheet = document.createElement('style')
    sheet.textContent = SHEET
    root.replaceChildren(sheet, mailPart(element, around))
  }, [element, around])
  return <div ref={host} />
})

/** An element with the renderer's inline style. */
export function Styled({ css, ...rest }: ComponentProps<'div'> & { css: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.setAttribute('style', css), [css])
  return <div ref={box} {...rest} />
}
