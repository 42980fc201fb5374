import { Download } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { downloadFrom } from '#web/client/download.ts'
import { errorMessage, isSignedOut } from '#web/client/call-errors.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Button that downloads all data of the workspace (product: data.export-workspace). Admins only. */
export function WorkspaceExport() {
  const signOut = useSignOut()
  const [received, setReceived] = useState<number | null>(null)

  async function run() {
    setReceived(0)
    try {
      await downloadFrom('/api/workspace/export', 'workspace.zip', (_, bytes) => setReceived(bytes), {})
      toast({ title: 'Export Ready', description: 'Saved as workspace.zip.' })
    } catch (error) {
      if (isSignedOut(error)) await signOut('session ended')
      toast({ title: 'Export Failed', description: errorMessage(error), variant: 'destructive' })
    }
    setReceived(null)
  }
  return (
    <Card
      title="Export this workspace"
      description="A ZIP file with all data: contacts, campaigns, emails, replies, templates, images, attachments, users and the activity log, as CSV files. Passwords and permissions are not included. Keep this page open until the file is saved."
    >
      <Button icon={Download} busy={received !== null} onClick={() => void run()} className="figures">
        {received === null ? 'Export Workspace' : `Exporting, ${formatSize(received)}`}
      </Button>
    </Card>
  )
}
