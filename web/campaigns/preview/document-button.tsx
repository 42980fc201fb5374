import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { download } from '#web/client/download.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { PreviewMailQueryVariables } from '#web/generated/graphql.ts'
import { bytesOf } from '#web/shared/base64.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Download } from '#web/ui/generated/icons.ts'
import { toast } from '#web/ui/toast-store.ts'
import { PREVIEW_DOCUMENTS } from './operations.ts'

export interface DocumentButtonProps {
  /** The email whose documents are made. */
  input: PreviewMailQueryVariables['input']
  /** Name and size of the document, or the reason why it cannot be made. */
  file: { name: string; size?: number; problem?: string | null }
  /** Position among the documents of the email. */
  index: number
}

/** Downloads a document of one recipient, or says why it cannot be made for them. */
export function DocumentButton({ input, file: { name, size, problem = null }, index }: DocumentButtonProps) {
  const client = useApolloClient()
  const [isLoading, setLoading] = useState(false)
  async function open() {
    setLoading(true)
    try {
      const { data } = await client.query({
        query: PREVIEW_DOCUMENTS,
        variables: { input },
        fetchPolicy: 'no-cache',
      })
      const file = data?.previewMail.attachments.filter(({ isDocument }) => isDocument)[index]
      if (!file?.contentBytes) throw new Error(file?.problem ?? 'The document could not be made. Try again.')
      download(new Blob([bytesOf(file.contentBytes)], { type: file.contentType }), file.name)
    } catch (error) {
      toast({ title: 'The document could not be loaded', description: errorMessage(error), variant: 'destructive' })
    }
    setLoading(false)
  }
  if (problem !== null) {
    return (
      <Callout tone="warning" title={`${name} cannot be made for this recipient`}>
        {problem}
      </Callout>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Button
        size="sm"
        icon={Download}
        busy={isLoading}
        onClick={() => void open()}
        className="max-w-full shrink whitespace-normal"
      >
        {name}
      </Button>
      {size !== undefined && <span className="figures text-ink-soft">{formatSize(size)}</span>}
    </span>
  )
}
