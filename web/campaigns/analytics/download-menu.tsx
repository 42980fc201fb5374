import { Link2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { downloadFrom } from '#web/client/download.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { fileName } from './export-recipients.ts'
import { SheetLinkDialog } from './sheet-link-dialog.tsx'

/** Downloads the spreadsheet of a campaign with what became of each email, or links to it. */
export function DownloadMenu({ campaign: { id, name } }: { campaign: { id: string; name: string } }) {
  const [linking, setLinking] = useState(false)
  return (
    <>
      <ExportMenu
        label="Download"
        busyLabel="Downloading"
        what="Your spreadsheet with status columns"
        disabled={false}
        onExport={async (format, onShare) => {
          const file = fileName(format, name)
          await downloadFrom(`/api/campaigns/${id}/sheet?format=${format}`, file, onShare)
          return file
        }}
      >
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={Link2} onSelect={() => setLinking(true)}>
          Live link for Excel and Google Sheets…
        </DropdownMenuItem>
      </ExportMenu>
      <SheetLinkDialog campaignId={id} open={linking} onOpenChange={setLinking} />
    </>
  )
}
