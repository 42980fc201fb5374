import { useEffect, type ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from '#web/ui/page-header.tsx'

/** The parts of the tab's title: an optional activity such as "42 %", and the page. */
const title = { lead: '', page: '' }

function writeTitle(): void {
  document.title = [title.lead, title.page, 'Mergewell'].filter(Boolean).join(' · ')
}

/** Sets the tab title; the last one mounted wins. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    title.page = children
    writeTitle()
  }, [children])
  return null
}

/** Puts an activity before the tab's title while the calling component is mounted. */
export function useTitlePrefix(lead: string | null): void {
  useEffect(() => {
    title.lead = lead ?? ''
    writeTitle()
    return () => {
      title.lead = ''
      writeTitle()
    }
  }, [lead])
}

/** A page of the signed-in app: tab title, header and content. */
export function Page({ children, ...header }: PageHeaderProps & { children: ReactNode }) {
  return (
    <>
      <PageTitle>{header.title}</PageTitle>
      <PageHeader {...header} />
      {children}
    </>
  )
}
