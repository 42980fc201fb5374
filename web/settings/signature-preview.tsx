import { MAIL_PAPER } from '#web/editor/rich-look.ts'
import { RichText } from '#web/editor/rich-text.tsx'
import { cn } from '#web/ui/cn.ts'

/** The beginning of a signature, as it will look. */
export function SignaturePreview({ signature }: { signature: string }) {
  return (
    <div className="max-h-36 overflow-clip rounded-sm border border-line">
      <RichText
        editable={false}
        value={signature}
        kind="simple"
        label="Signature"
        onChange={() => undefined}
        className={cn(MAIL_PAPER, 'px-3 py-2')}
      />
    </div>
  )
}
