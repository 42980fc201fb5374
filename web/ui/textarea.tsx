import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { useFieldProps } from './field.tsx'
import { BOX } from './input.tsx'

/** A multi-line text input; grows with its content where supported. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldProps()}
      {...rest}
      rows={rows}
      className={cn(BOX, 'field-sizing-content max-h-[60dvh] min-h-24 py-2 leading-6', className)}
    />
  )
}
