import {
  ChartColumn,
  FileText,
  LayoutDashboard,
  PenTool,
  Reply,
  Send,
  Settings,
  Upload,
  Users,
} from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'

/** The links of the sidebar, in their fixed order (product: screens.sidebar). */
export const NAV_LINKS: ReadonlyArray<{ to: string; label: string; icon: IconType }> = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/upload', label: 'Upload Contacts', icon: Upload },
  { to: '/contacts', label: 'Contacts', icon: Users },
  { to: '/campaigns', label: 'Campaigns', icon: Send },
  { to: '/replies', label: 'Replies', icon: Reply },
  { to: '/email-builder', label: 'Email Builder', icon: PenTool },
  { to: '/analytics', label: 'Analytics', icon: ChartColumn },
  { to: '/templates', label: 'Templates', icon: FileText },
  { to: '/settings', label: 'Settings', icon: Settings },
]

/** Paths of pages that belong to a sidebar link with another path. */
const ELSEWHERE: Record<string, string> = { '/': '/dashboard', '/create-campaign': '/campaigns' }

/** Returns the path of the sidebar link that a page belongs to; undefined if none. */
export function activeLink(pathname: string): string | undefined {
  const path = ELSEWHERE[pathname] ?? pathname
  return NAV_LINKS.find(({ to }) => path === to || path.startsWith(`${to}/`))?.to
}
