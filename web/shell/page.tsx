import { useEffect, type ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from '#web/ui/page-header.tsx'

/** Sets the title of the browser's tab; the last one shown holds. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Mergewell`
  }, [children])
  return null
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
