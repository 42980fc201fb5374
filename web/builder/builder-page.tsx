import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { emptyDocument } from '#domain/builder/document.ts'
import { Page } from '#web/shell/page.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { Builder } from './builder.tsx'

export function BuilderPage() {
  return (
    <Page
      title="Email Builder"
      line="Mails that look right in every mailbox"
      back={
        <Link to="/campaigns" className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Campaigns
        </Link>
      }
    >
      <Builder initial={emptyDocument()} isMain onSave={() => void toast({ title: 'Template Saved' })} />
    </Page>
  )
}
