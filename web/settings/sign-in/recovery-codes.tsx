import { Copy } from '#web/ui/generated/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Dialog that shows new recovery codes once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast({ title: 'Recovery codes copied' })
    } catch {
      const description = 'Select them and copy them with the keyboard.'
      toast({ title: 'The codes could not be copied', description, variant: 'destructive' })
    }
  }
  return (
    <div className="grid gap-4">
      <ul aria-label="Recovery codes" className="grid gap-1 rounded-sm border border-line p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <Button icon={Copy} className="justify-self-start" onClick={() => void copy()}>
        Copy codes
      </Button>
      <Callout tone="warning">
        Keep them somewhere you can reach without your phone. Each code signs you in once, and we cannot show them
        again.
      </Callout>
    </div>
  )
}
