import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

/** Stands where a page of the spec is still to be built. */
export function UnbuiltPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState drawing="sheet" title="This page is not built yet" line="It comes with a later version." />
    </Page>
  )
}
