import { useLayoutEffect, useRef, type ComponentProps } from 'react'

/** An element with the renderer's inline style. */
export function Styled({ css, ...rest }: ComponentProps<'div'> & { css: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => box.current?.setAttribute('style', css), [css])
  return <div ref={box} {...rest} />
}
