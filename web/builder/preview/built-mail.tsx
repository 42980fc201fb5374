import { useMemo } from 'react'
import { readDocument } from '#domain/builder/document.ts'
import { renderDocument } from '#domain/builder/render.ts'
import { compileTemplate, fillTemplate, type tagValues } from '#domain/merge-tags.ts'
import { MailFrame } from './mail-frame.tsx'

const AS_IT_IS = { client: 'mail', isDark: false, hasImages: true } as const

export interface BuiltMailProps {
  htmlTemplate: unknown
  values: ReturnType<typeof tagValues>
}

/** A mail of the builder as this recipient will read it. */
export function BuiltMail({ htmlTemplate, values }: BuiltMailProps) {
  const html = useMemo(() => {
    const read = readDocument(htmlTemplate)
    return 'document' in read ? fillTemplate(compileTemplate(renderDocument(read.document)), values, 'html') : ''
  }, [htmlTemplate, values])
  return <MailFrame html={html} view={AS_IT_IS} />
}
