import { useEffect, type ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from '#web/ui/page-header.tsx'

/** The parts of the tab's title: what is going on, if anything, and the page. */
const title = { lead: '', page: '' }

function writeTitle(): void {
  document.title = [title.lead, title.page, 'Mergewell'].filter(Boolean).join(' · ')
}

/** Sets the title of the browser's tab; the last one shown holds. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    title.page = children
    writeTitle()
  }, [children])
  return null
}

/** Puts what is going on before the title of the tab, as long as this is shown. */
export function useTitleLead(lead: string | null): void {
  useEffect(() => {
    title.lead = lead ?? ''
    writeTitle()
    return () => {
      title.lead = ''
      writeTitle()
    }
  }, [lead])
}

/** A signed-in page: its tab title, its header, and what is on it. */
export function Page({ children, ...header }: PageHeaderProps & { children: ReactNode }) {
  return (
    <>
      <PageTitle>{header.title}</PageTitle>
      <PageHeader {...header} />
      {children}
    </>
  )
}
