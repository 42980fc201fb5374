import { ArrowLeft, Copy } from '#web/ui/generated/icons.ts'
import { useMemo } from 'react'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { renderDocument, sizeInBytes } from '#domain/builder/render-document.ts'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { BOX } from '#web/ui/input.tsx'
import { cn } from '#web/ui/class-names.ts'

/** HTML Code View: the generated email, read-only, at least 500 px high (product: builder.layout). */
export function CodeView({ document, onBack }: { document: BuilderDocument; onBack: () => void }) {
  const html = useMemo(() => renderDocument(document, { origin: location.origin }), [document])

  async function copy() {
    try {
      await navigator.clipboard.writeText(html)
      toast({ title: 'HTML copied' })
    } catch {
      toast({
        title: 'The HTML could not be copied',
        description: 'Select it and copy it with the keyboard.',
        variant: 'destructive',
      })
    }
  }

  return (
    <Card
      title="HTML Code View"
      description={`The HTML as sent, before merge tags are filled in. ${formatSize(sizeInBytes(html))}.`}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={Copy} onClick={() => void copy()}>
            Copy HTML
          </Button>
          <Button size="sm" icon={ArrowLeft} onClick={onBack}>
            Back to Editor
          </Button>
        </div>
      }
    >
      <textarea
        readOnly
        aria-label="HTML"
        value={html}
        spellCheck={false}
        className={cn(BOX, 'block min-h-[500px] resize-y py-3 font-mono text-xs leading-5')}
      />
    </Card>
  )
}
